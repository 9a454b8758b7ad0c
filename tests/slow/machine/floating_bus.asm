; Reads in each frame what the ULA fetches, which nothing else puts there.

        org 0x8000
        ei
again:  halt
        ld de,2000
look:   ld a,0x40
        in a,(0xff)             ; nothing is there but what the ULA fetches
        ld (hl),a
        inc hl
        set 7,h
        and 7
        out (0xfe),a
        in a,(c)
        ld b,a
        dec de
        ld a,d
        or e
        jr nz,look
        jr again
