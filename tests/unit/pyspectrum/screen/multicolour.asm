        org 0x8000
        di              ;  4        4
        ld bc,616       ; 10       14
wait:   dec bc
        ld a,b
        or c
        jr nz,wait      ;          14 + 616 * 26 - 5 = 16,025
        ld hl,0x5825    ; 10       16,035: row 1, column 5
        xor a           ;  4       16,039
        ld c,8          ;  7       16,046
next:   ld (hl),a       ;  7       in the border: the lines of row 1 begin at 14,336 + 8 * 224 = 16,128
        inc a           ;  4
        ld b,15         ;  7
pause:  djnz pause      ; 15 * 13 - 5 = 190
        dec c           ;  4
        jr nz,next      ; 12       224 in all: a line
stay:   jr stay
