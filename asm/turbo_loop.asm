; The loop over marked lines: rows from the top, columns from the left, until none is left.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   look at all marked lines, from the first row on
; In        marks; (counting)
; Out       a = status_done, status_incorrect (the line stays marked, its mark active), status_variants,
;           status_stopped, or what may_go_on says
; Corrupts  f, bc, de, hl, ix, the alternate registers but for hl'
; Cost      what the analyses take, and about 1,500 T a line and 900 T a cell
look_at_lines:
        xor a
        ld (line_at_hand),a

; Purpose   go on from the line at hand
; In        as look_at_lines, and (line_at_hand)
; Out       as look_at_lines
; Corrupts  as look_at_lines
; Cost      as look_at_lines
look_on:
        call may_go_on
        or a
        ret nz
        ; the next mark; the one behind the last line ends the search
        ld h,marks_page
        ld a,(line_at_hand)
        ld l,a
        ld a,1
        ld b,a
        cpir
        dec l
        ld a,l
        cp line_numbers
        jr z,look_pass_over
        ld (line_at_hand),a
        ld hl,counting
        bit 1,(hl)
        call z,draw_active_mark
        call analyse_line
        ld a,status_incorrect
        ret c
        call store_found
        ; this line is done
        ld a,(line_at_hand)
        ld h,marks_page
        ld l,a
        ld (hl),0
        ld hl,marked_count
        dec (hl)
        ld l,counting-256*tables_page
        bit 1,(hl)
        call z,clear_mark
        ld hl,line_at_hand
        inc (hl)
        jr look_on
look_pass_over:
        ld a,(marked_count)
        or a
        jr nz,look_at_lines
        ld hl,(unknown_count)
        ld a,h
        or l
        ret z
        ld a,status_variants
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   put what an analysis has found
; In        (line_at_hand), (line_length), cell_rows: its cells now
; Out       the grid, the screen, the marks
; Corrupts  af, bc, de, hl
; Cost      500 T, and about 1,000 T a cell
store_found:
        ld a,(line_at_hand)
        call record_of_line
        ld de,cell_rows
        ld b,0                          ; the cell
store_pair:
        ; c = cells that turned out white, a those that are black
        ld a,(de)
        inc e
        xor (hl)
        ld c,a
        inc l
        ld a,(de)
        inc e
        xor (hl)
        inc l
        jr nz,store_cells
        cp c
        jr nz,store_cells
store_next_pair:
        ld a,b
        add a,8
        ld b,a
        ld a,(line_length)
        dec a
        cp b
        jr nc,store_pair
        ret
store_cells:
        push hl
        push de
        push bc
        ld e,c
        ld d,a
store_cell:
        srl d
        jr c,store_black
        srl e
        jr nc,store_next_cell
        ld a,not_black
        jr store_known
store_black:
        srl e
        ld a,not_white
store_known:
        ld (cell_colour),a
        push bc
        push de
        ; b = row, c = column
        ld a,(line_at_hand)
        cp first_column
        jr nc,store_in_column
        ld c,b
        ld b,a
        jr store_put
store_in_column:
        sub first_column
        ld c,a
store_put:
        call put_cell
        pop de
        pop bc
store_next_cell:
        inc b
        ld a,d
        or e
        jr nz,store_cell
        pop bc
        pop de
        pop hl
        jr store_next_pair

; ---------------------------------------------------------------------------------------------------------------
; Purpose   may the next line be looked at?
; In        (counting)
; Out       a = 0, or the status with which to stop; while counting, effort, and now and then the progress on the
;           screen
; Corrupts  f, bc, de, hl
; Cost      about 100 T; 240 T while counting
may_go_on:
        ld a,(counting)
        or a
        jr nz,may_count_on
        call rom_break_key
        ld a,status_done
        ret c
        ld a,status_stopped
        ret
may_count_on:
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
