; The turbo loader of Gems: some 3,500 bits a second, more than twice the ROM's speed, with stripes in the border.
;
; BASIC calls it by USR. A block on the tape is a leader, two short pulses, the bytes with the highest bit first, and
; their exclusive or. A bit is two equal pulses: of 350 T-states for 0, of 700 for 1.

ula:            equ 0xfe
ear:            equ 0x20                ; where RRA puts the EAR socket's bit

game:           equ 0x8000
picture:        equ 0x4000
picture_size:   equ 0x1b00

; B counts rounds of `sample`, 59 T-states each, from here on; at 256 the tape is silent
count_from:     equ 0xb0
leader_least:   equ count_from+16       ; a leader's pulse has 1,600 T-states: 25 rounds; the short ones 500: 7
one_least:      equ count_from+14       ; two pulses of 350 are 8 rounds, two of 700 some 20

        org 0xfb00

start:  di
        ld ix,picture
        ld de,picture_size
        call load_block
        jr nc,bad_tape
        ld ix,game
        ld de,(game_size)
        call load_block
        jp c,game
bad_tape:
        ei
        ld bc,0
        ret
game_size:
        dw 0                            ; the tape's maker puts it here

; Purpose   load a block
; In        IX = where to, DE = how many bytes
; Out       carry: all has come and the sum is right
; Corrupts  A, BC, DE, HL, IX
load_block:
        ld c,2
leader: ld h,0                          ; 256 long pulses in a row
leader_pulse:
        call pulse
        jr z,leader                     ; silence: the tape has not begun
        ret nc
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
        ld a,one_least
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
        ld a,h
        or a
        ret nz
        scf
        ret

; Purpose   wait for the end of a pulse
; In, out   C = the level of the EAR socket in bit 5, and the border's colour
; Out       A, B = how long it took from `count_from`; no carry: too long, or BREAK
pulse:  ld b,count_from
; Purpose   the same, counting on in B
edge:   or a
sample: inc b
        ret z
        ld a,0x7f                       ; with the half-row of SPACE
        in a,(ula)
        rra
        ret nc
        xor c
        and ear
        jr z,sample
        ld a,c
        cpl
        ld c,a
        and 7
        or 8
        out (ula),a
        ld a,b
        scf
        ret
