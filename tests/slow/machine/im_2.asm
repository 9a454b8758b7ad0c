; Interrupts by a table, and instructions with prefixes meanwhile.

        org 0x8000
        di
        ld hl,0xfe00
        ld de,0xfe01
        ld bc,256
        ld (hl),0xfd
        ldir
        ld a,0xc3
        ld (0xfdfd),a
        ld hl,serve
        ld (0xfdfe),hl
        ld a,0xfe
        ld i,a
        im 2
        ei
work:   ld a,i
        push af
        pop bc
        ld (0x7000),bc
        ld ix,0x7100
        inc (ix+5)
        rlc (iy+5)
        jp work
serve:  push af
        ld a,r
        ld (0x5800),a
        out (0xfe),a
        pop af
        ei
        reti
