; The loop over marked lines: rows from the top, columns from the left, until none is left.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   look at all marked lines, from the first row on
; In        marks; (counting)
; Out       a = status_done, status_incorrect (the line stays marked, its mark active), status_variants,
;           status_stopped, or what may_go_on says
; Corrupts  f, bc, de, hl, ix, the alternate registers
; Cost      580 to 1,800 T, 300 to 1,700 T a line more than analyse_line, store_found, show_progress
; Used by   walk_variants, go_on_black, look_on, probe_one
look_at_lines:
        xor a
        ld (line_at_hand),a

; Purpose   continue from the line at hand
; In        as look_at_lines, and (line_at_hand)
; Out       as look_at_lines
; Corrupts  as look_at_lines
; Cost      as look_at_lines
; Used by   go_on, look_at_lines
look_on:
        ; rows and columns have shapes of their own, and the line at hand is one or the other
        ld hl,row_shape
        ld a,(line_at_hand)
        cp first_column
        jr c,look_in_rows
        ld hl,column_shape
look_in_rows:
        call begin_part
look_next:
        ; while counting any key stops; else BREAK alone, which is looked for from line to line
        ld a,(counting)
        or a
        jr nz,look_counting
        ; BREAK is SPACE with another key
        ld a,0x7f
        in a,(0xfe)
        rra
        jr nc,look_for_break
look_for_mark:
        ; the next marked line of the rows, or of the columns
        ld hl,(line_at_hand)
        ld a,(part_end)
        sub l
        ld c,a
        ld b,0
        ld a,1
        cpir
        jr nz,look_part_over
        ; its mark becomes active, unless nothing is drawn
        dec l
        ld a,l
        ld (line_at_hand),a
        ld hl,counting
        bit 1,(hl)
        call z,draw_active_mark
        call analyse_line
        ld a,status_incorrect
        ret c
        call store_found
        ; this line is done
        ld hl,(line_at_hand)
        ld (hl),0
        inc l
        ld a,l
        ld (line_at_hand),a
        ld hl,marked_count
        dec (hl)
        ; on the screen, too, unless nothing is drawn
        ld a,(counting)
        cp 2
        jr nc,look_counting
        call clear_active_mark
        jr look_next
look_counting:
        ; a key, no memory left or enough solutions: it stops
        call may_count_on
        or a
        ret nz
        jp look_for_mark
look_for_break:
        call rom_break_key
        jr c,look_for_mark
        ld a,status_stopped
        ret
look_part_over:
        ; hl is behind the rows, or behind the columns
        ; columns follow the rows; behind the columns the pass is over
        ld a,l
        cp first_column
        jr nc,look_pass_over
        ld hl,column_shape
        call begin_part
        ld a,first_column
        ld (line_at_hand),a
        jr look_for_mark
look_pass_over:
        ; lines were marked again: another pass; else every cell is known, or some are not
        ld a,(marked_count)
        or a
        jp nz,look_at_lines
        ld hl,(unknown_count)
        ld a,h
        or l
        ret z
        ld a,status_variants
        ret

; Purpose   rows, or columns, are next
; In        hl = their shape
; Out       line_length, last_pair, last_mask; part_end, record_bytes, what store_begin_part sets;
;           behind the line cell_rows are white
; Corrupts  af, bc, de, hl
; Cost      about 400 T
; Used by   look_on
begin_part:
        ; how many bytes of a record belong to the line
        inc hl
        ld a,(hl)
        dec hl
        inc a
        inc a
        ld (record_bytes),a
        ; up to the pair after the one that has the cell behind the line; of a long line this is over the shape
        ld e,a
        ld d,cell_rows/256
        ex de,hl
        ld b,2
begin_behind:
        ld (hl),0
        inc l
        ld (hl),0xff
        inc l
        djnz begin_behind
        ; length, last pair and last mask for the analysis
        ex de,hl
        ld de,line_length
        ldi
        ldi
        ldi
        ; where they end, and what storing wants of them
        xor a
        ld (record_bytes+1),a
        ld a,(hl)
        ld (part_end),a
        cp first_column
        jp store_begin_part

; ---------------------------------------------------------------------------------------------------------------
; Purpose   may the next line be looked at, while counting?
; In        (counting) is not 0
; Out       a = 0, or the status with which to stop; effort, and now and then the progress on the screen
; Corrupts  f, bc, de, hl
; Cost      220 to 400 T more than show_progress
; Used by   look_on
may_count_on:
        ; three bytes of effort: lines since the last solution
        ld hl,effort
        inc (hl)
        jr nz,may_show
        inc l
        inc (hl)
        jr nz,may_show
        inc l
        inc (hl)
may_show:
        ; the progress, every 64 frames
        ld a,(sysvar_frames)
        ld hl,shown_at
        xor (hl)
        and 0xc0
        call nz,show_progress
        ; any key
        xor a
        in a,(0xfe)
        cpl
        and 0x1f
        ld a,status_stopped
        ret nz
        ; a line and a guess may put 63 cells onto the trail, of which the second part lies lower in memory
        ld hl,(trail_top)
        ld bc,(trail_start)
        or a
        sbc hl,bc
        jr nc,may_put
        ld hl,(trail_limit)
        ld bc,(trail_top)
        or a
        sbc hl,bc
        jr nc,may_put
        ; less room than that, but it may be enough for every cell that is still unknown
        ld bc,line_room
        add hl,bc
        ex de,hl
        ld hl,(unknown_count)
        add hl,hl
        ex de,hl
        sbc hl,de
        ld a,status_full
        ret c
may_put:
        ; only at "Many variants" is there a deadline
        ld a,(count_limited)
        dec a
        ld a,status_done
        ret nz
        ld a,(deadline)
        ld hl,sysvar_frames+1
        sub (hl)
        ld a,status_done
        ret nz
        ld a,status_limit
        ret
