; Writes noise into the picture.

        org 0x8000
start:  ld hl,0x4000
        ld de,0x1b00
again:  ld a,r
        add a,(hl)
        rlca
        ld (hl),a
        out (0xfe),a
        inc hl
        dec de
        ld a,d
        or e
        jr nz,again
        push hl
        ex (sp),hl
        pop hl
        jr start
