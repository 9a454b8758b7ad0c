count   ld      b,LAMPS
.again  djnz    .again
        ret
