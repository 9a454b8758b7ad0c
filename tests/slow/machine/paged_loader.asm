; A loader of a 128K game, as its tests have it: five banks, each a block with a leader of many seconds, paged in while
; the tape runs, by pulses of its own length, in a loop that no list of well-known loaders has.

ula:            equ 0xfe
paging:         equ 0x7ffd
window:         equ 0xc000
rom_48:         equ 0x10                ; with it the ROM with 48 BASIC stays in
no_more:        equ 0xff

; B counts rounds of `edge`, 40 T-states each
leader_least:   equ 25                  ; a leader's pulse has 1,300 T-states, a short one 500
short_most:     equ 20
one_least:      equ 30                  ; two pulses of 400 are 20 rounds, two of 800 are 40

        org 0x8000

start:  di
        ld hl,banks
next:   ld a,(hl)
        inc hl
        cp no_more
        jr z,done
        ld bc,paging
        out (c),a
        push hl
        ld ix,window
        ld de,(size)
        call load_block
        pop hl
        jr c,next
failed: jr failed
done:   ld a,rom_48
        ld bc,paging
        out (c),a
loaded: jr loaded

banks:  db 0x10,0x11,0x13,0x14,0x16,no_more
size:   dw 0                            ; of each block; the tape's maker puts it here

; Purpose   load a block
; In        IX = where to, DE = how many bytes
; Out       carry: all has come and the sum is right
; Corrupts  A, BC, DE, HL, IX
; Cost      the time that the block sounds
load_block:
        ld c,0x40                       ; the level that is waited for, and the border's colour
leader: ld hl,1024                      ; so many long pulses in a row
leader_pulse:
        call pulse
        jr nc,leader
        ld a,b
        cp leader_least
        jr c,leader
        dec hl
        ld a,h
        or l
        jr nz,leader_pulse
short_pulse:
        call pulse
        ret nc
        ld a,b
        cp short_most
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

; Purpose   wait for the end of a pulse, and change the border
; In, out   C = the level of the EAR socket in bit 6, and the border's colour
; Out       B = how many rounds it took; no carry: too long
; Corrupts  A
; Cost      40 T-states a round, and 52
pulse:  ld b,0
; Purpose   the same, counting on in B
edge:   inc b
        jr z,silence
        in a,(ula)
        xor c
        add a,a
        jp p,edge
        ld a,c
        xor 0x47
        ld c,a
        and 7
        or 8
        out (ula),a
        scf
        ret
silence:
        or a
        ret
