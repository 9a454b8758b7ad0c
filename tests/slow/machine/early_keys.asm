        org 32768
        ld hl, 36864
busy:   push hl
        ld b, 9
frame:  halt
        djnz frame
        ld a, 253
        call 0x1601         ; channel K, as INPUT opens it: the ROM forgets a key that has come
        pop hl
take:   ld a, (23560)
        or a
        jr z, {none}
        {new}
        ld (hl), a
        inc hl
        xor a
        ld (23560), a
        jr busy
