        org 32768
        di
        ld hl, 36864
wait:   ld bc, 0xfbfe       ; q w e r t
        in a, (c)
        cpl
        and 0x1f
        jr z, wait
        ld (hl), a
        inc hl
up:     in a, (c)
        cpl
        and 0x1f
        jr nz, up
        jr wait
