; The ROM's routine, entered past its first instructions; what these do is done here.

        org 0x8000
        di
        ld ix,0x9000
        ld de,200
        ld a,0xff
        scf
        inc d
        ex af,af'
        dec d
        call 0x0562
        ei
        ret
