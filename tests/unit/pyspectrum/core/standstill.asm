; Programs that wait: those that print DONE in the end, and behind them those that never end.

        org 0x8000
count:  dw 0

halts:  ld bc,(count)
halts_loop:
        halt
        dec bc
        ld a,b
        or c
        jr nz,halts_loop
        jr print_done

counts: djnz counts                     ; a counter in memory
        ld hl,(count)
        dec hl
        ld (count),hl
        ld a,h
        or l
        jr nz,counts
        jr print_done

polls:  call frames_from_0
polls_loop:
        ld a,(23672)
        cp c
        jr nz,polls_loop
        jr print_done

polls_by_hl:                            ; in step with the frames, and through HL
        call frames_from_0
        ld hl,23672
polls_by_hl_loop:
        halt
        ld a,(hl)
        cp c
        jr nz,polls_by_hl_loop
        jr print_done

copies: call frames_from_0              ; ldir reads them
copies_loop:
        halt
        push bc
        ld hl,23672
        ld de,copy
        ld bc,2
        ldir
        pop bc
        ld a,(copy)
        cp c
        jr nz,copies_loop
        jr print_done

polls_r:
        ld a,(count)
        and 127
        ld c,a
polls_r_loop:
        halt
        ld a,r
        and 127
        cp c
        jr nz,polls_r_loop
        jr print_done

im_2:   call use_im_2                   ; the handler counts, and the program has nothing to do
        jr im_2

in_basic:                               ; the same, but BASIC goes on: PAUSE 0
        call use_im_2
        ret

use_im_2:
        ld hl,0xBE00
        ld de,0xBE01
        ld bc,256
        ld (hl),0xBD
        ldir
        ld a,0xBE
        ld i,a
        im 2
        ret

print_done:
        ld a,2
        call 0x1601
        ld b,4
        ld hl,done
print_next:
        ld a,(hl)
        rst 16
        inc hl
        djnz print_next
        ret

frames_from_0:
        ld hl,0
        ld (23672),hl
        ld a,(count)
        ld c,a
        ret

done:   defm "DONE"
copy:   dw 0
still:  jr still                        ; from here on: what never ends
keys:   xor a
        in a,(254)
        cpl
        and 31
        jr z,keys
        ret
flickers:
        halt
        ld a,2
        out (254),a
        halt
        ld a,5
        out (254),a
        jr flickers
in_im_2:
        call use_im_2
        ld hl,0
        ld (count),hl                   ; 65,536 frames
in_im_2_loop:
        halt
        ld (count),hl
        jr in_im_2_loop

        ds 0xBDBD-$
handler:
        push af
        push hl
        push bc
        push de
        ld hl,(count)
        dec hl
        ld (count),hl
        ld a,h
        or l
        jr nz,handled
        exx
        push hl
        exx
        im 1
        call print_done
        exx
        pop hl
        exx
handled:
        pop de
        pop bc
        pop hl
        pop af
        ei
        reti
