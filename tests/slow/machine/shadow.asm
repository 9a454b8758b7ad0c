; Both screens of a 128, its sound chip, and a read that pages.

        org 0x8000
        ld sp,0xa000
        ei
again:  ld bc,0x7ffd
        ld a,d
        inc d
        and 0x0f
        or 0x10
        out (c),a
        ld hl,0xc000
        ld e,0
fill:   ld a,r
        ld (hl),a
        inc hl
        dec e
        jr nz,fill
        ld bc,0xfffd
        ld a,d
        and 0x1f
        out (c),a
        ld b,0xbf
        out (c),e
        ld b,0xff
        in a,(c)
        ld (0x9000),a
        bit 4,d
        jr z,again
        halt
        ld bc,0x7ffd
        in a,(c)                ; a 128 takes that for an OUT
        jr again
