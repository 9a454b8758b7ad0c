; A loader of its own: pulses of 350 and 700 T-states for the bits, no header, no sum; then it jumps to what it has got.

        org 0x8000
start:  di
        ld ix,game
        ld de,(size)
        in a,(0xfe)
        and 0x40
        ld c,a                  ; the level that was there
leader: xor a
        ld (count),a
again:  ld b,0
        call edge
        jr nc,leader
        ld a,b
        cp 25                   ; a leader's pulse of 1,600 T-states is some 36 rounds
        jr c,leader
        ld a,(count)
        inc a
        ld (count),a
        jr nz,again
sync:   ld b,0
        call edge
        jr nc,leader
        ld a,b
        cp 18
        jr nc,sync
        call edge
byte:   ld l,1
bit:    ld b,0
        call edge
        jr nc,failed
        call edge
        jr nc,failed
        ld a,22                 ; two pulses of 350 are some 14 rounds, two of 700 some 30
        cp b
        rl l
        jr nc,bit
        ld (ix+0),l
        inc ix
        dec de
        ld a,d
        or e
        jr nz,byte
        jp game
failed: ld a,2
        out (0xfe),a
        jr failed

edge:   inc b                   ; carry: the level has changed; B has counted the rounds of 43 T-states
        ret z
        in a,(0xfe)
        xor c
        and 0x40
        jr z,edge
        ld a,c
        xor 0x47
        ld c,a
        and 7
        out (0xfe),a
        scf
        ret

count:  db 0
size:   dw 0                    ; the tape's maker puts it here
game:   equ 0x9000
