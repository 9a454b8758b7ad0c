; Progress of a search on the screen: how deep it is, and how much of the top of the tree is done.

depth_on_screen:    equ 0x50c7          ; text row 22, column 7
bar_on_screen:      equ 0x50d3          ; text row 22, column 19
bar_bytes:          equ 8
depth_word_on_screen: equ 0x50c0

; ---------------------------------------------------------------------------------------------------------------
; Purpose   draw the progress
; In        the trail
; Out       the screen: how many cells on the trail were tried; a bar, of which the first such cell fills the left half
;           when its second colour is at hand, the next one half of what is left of it, and so on; shown_at
; Corrupts  af, bc, de, hl
; Cost      about 6,900 T, and 160 T a cell on the trail
; Used by   count_solutions, may_count_on
show_progress:
        ld a,(sysvar_frames)
        ld (shown_at),a
        ld hl,depth_digits
        ld b,depth_size
        call clear_number
        ; c = how much is done, b = the bit of the next cell tried
        ld bc,0x8000
        ld hl,(trail_start)
progress_cell:
        ; at the end of the first part of the trail the second one follows
        ld de,(trail_top)
        or a
        sbc hl,de
        jr z,progress_counted
        add hl,de
        ld de,(trail_end)
        ld a,l
        cp e
        jr nz,progress_part
        ld a,h
        cp d
        jr nz,progress_part
        ld hl,(trail_second)
progress_part:
        ; a cell that was tried has a bit set; one that followed has none
        ld a,(hl)
        inc hl
        or (hl)
        ld d,(hl)
        inc hl
        rla
        jr nc,progress_cell
        ; tried: with the first colour, or with the other
        bit other_bit,d
        jr z,progress_first
        ld a,c
        or b
        ld c,a
progress_first:
        ; the next half of the bar, and one more tried
        srl b
        push hl
        ld hl,depth_digits+depth_size
        call add_one
        pop hl
        jr progress_cell
progress_counted:
        ; the word and the number
        push bc
        ld hl,depth_word
        ld de,depth_word_on_screen
        call print_text
        ld hl,depth_digits-1
        ld de,depth_on_screen
        call print_number
        ; blanks behind it, which may have been longer
        ld hl,depth_blanks
        call print_text
        pop bc
        ; the bar: c/4 pixels of 64
        srl c
        srl c
        ld hl,bar_on_screen
        ld b,bar_bytes
bar_byte:
        ; eight pixels of the bar at a time
        ld a,c
        sub 8
        jr nc,bar_whole
        ; c pixels at the left
        ld a,0
        inc c
bar_pixel:
        dec c
        jr z,bar_draw
        scf
        rra
        jr bar_pixel
bar_whole:
        ld c,a
        ld a,0xff
bar_draw:
        ; a frame above and below, the bar between them
        push hl
        ld (hl),0xff
        ld e,6
bar_row:
        inc h
        ld (hl),a
        dec e
        jr nz,bar_row
        inc h
        ld (hl),0xff
        pop hl
        inc l
        djnz bar_byte
        ret

depth_word:
        db "D","e","p","t","h",58,0
depth_blanks:
        db 32,32,0
