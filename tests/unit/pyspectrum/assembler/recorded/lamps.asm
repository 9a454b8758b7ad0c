; A source in the dialect of sjasmplus, with what pyspectrum reads out of its SLD: labels, lines, pages, remarks.
        DEVICE  ZXSPECTRUM128
        SLDOPT  COMMENT ASSERTION

LAMPS   EQU     5

        ORG     #8000
start   ld      hl,lamps.all
        ld      b,LAMPS
.next   ld      (hl),1          ; ASSERTION HL < 0x9000
        inc     hl
        djnz    .next
        call    lamps.count
        ret

        MODULE  lamps
        include "part.asm"
all     ds      LAMPS,$FF
        ENDMODULE

        ORG     $BDBD           ; where IM 2 would jump to
        jp      start

        SLOT    3
        PAGE    3
        ORG     #C000
music   ld      a,7
        ret

        SAVETAP "built/lamps.tap",start
