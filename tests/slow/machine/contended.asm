; Code, data, stack and ports in the memory that the ULA shares.

        org 0x6000
        ld sp,0x5fff
again:  ld hl,0x4000
        ld de,0x5000
        ld bc,0x0800
        ldir
        ld bc,0x40fe
        ld hl,0x6000
        outi
        inir
        cpir
        ex (sp),hl
        ex (sp),hl
        rrd
        inc (hl)
        call sub
        jp again
sub:    push ix
        pop iy
        ld a,(0x4001)
        cpl
        ld (0x4001),a
        out (0xff),a
        out (0xfe),a
        ret
