; A loader of its own, twice as fast as the ROM's, with stripes in the border. Called from BASIC: USR gives 1 when the
; picture has come, 0 when the tape was bad.
;
; A block is a leader of long pulses, two short ones, the bytes, and their exclusive or. A bit is two equal pulses.

ula:            equ 0xfe
ear:            equ 0x40

picture:        equ 0x4000
picture_size:   equ 6912

; B counts the rounds of `edge`, 43 T-states each, from here on; at 256 it has waited too long
count_from:     equ 156
leader_least:   equ 176                 ; leader 1500 T-states; the two short pulses 400
one_least:      equ 180                 ; a zero is 2 * 400, a one 2 * 800

        org 0x8000

start:  di
        ld ix,picture
        ld de,picture_size
        call load
        ei
        ld bc,1
        ret c
        dec c
        ret

; Purpose   load a block
; In        IX = where to, DE = how many bytes
; Out       carry: all has come and the sum is right
; Corrupts  A, BC, DE, HL, IX
load:   in a,(ula)
        and ear
        ld c,a
leader: ld h,0                          ; 256 long pulses in a row
leader_pulse:
        call pulse
        jr nc,leader
        cp leader_least
        jr c,leader
        dec h
        jr nz,leader_pulse
short_pulse:
        call pulse
        ret nc
        cp leader_least
        jr nc,short_pulse
        call pulse                      ; the second short one
        ret nc
        ld h,0                          ; the sum
next_byte:
        ld l,1                          ; the 1 falls out after eight bits
next_bit:
        call pulse
        ret nc
        call edge
        ret nc
        ld a,one_least-1
        cp b                            ; carry: a one
        rl l
        jr nc,next_bit
        ld a,h
        xor l
        ld h,a
        ld a,d
        or e
        jr z,last_byte
        ld (ix+0),l
        inc ix
        dec de
        jr next_byte
last_byte:
        or h
        ret nz
        scf
        ret

; Purpose   wait for the end of a pulse
; In, out   C = the level of the EAR socket in bit 6, and the border's colour
; Out       A, B = how long it took from `count_from`; no carry: too long
pulse:  ld b,count_from
; Purpose   the same, counting on in B
edge:   or a
edge_round:
        inc b
        ret z
        in a,(ula)
        xor c
        and ear
        jr z,edge_round
        ld a,c
        cpl
        ld c,a
        and 7
        out (ula),a
        ld a,b
        scf
        ret
