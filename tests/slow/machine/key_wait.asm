; Waits for ENTER with interrupts off, as many games do.

        org 0x8000
        di
wait:   ld a,0xbf
        in a,(0xfe)
        rra
        jr c,wait
        ei
        ret
