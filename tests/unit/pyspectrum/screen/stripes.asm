        org 0x8000
        di              ;  4        4
        ld a,2          ;  7       11
        out (0xfe),a    ; 11       22: red
        ld bc,275       ; 10       32
wait1:  dec bc          ;  6
        ld a,b          ;  4
        or c            ;  4
        jr nz,wait1     ; 12 or 7  32 + 275 * 26 - 5 = 7177
        ld a,4          ;  7       7184
        out (0xfe),a    ; 11       7195: green
        ld a,1          ;  7       7202
        out (0xfe),a    ; 11       7213: blue
        ld bc,709       ; 10       7223
wait2:  dec bc
        ld a,b
        or c
        jr nz,wait2     ;          7223 + 709 * 26 - 5 = 25652
        nop             ;  4       25656
        ld a,6          ;  7       25663
        out (0xfe),a    ; 11       25674: yellow
stay:   jr stay
