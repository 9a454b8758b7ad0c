; Probing: choose the cell to try next, and find what trying single cells shows without walking on.
;
; A cell is probed by making it black, looking at all lines that this marks, and going back; then likewise white. Where
; one colour comes to a contradiction the cell has the other, which is then put for good, with what follows from it.
; If neither does, the cell is one that might be walked on from, the better the more cells its less telling colour
; makes known. Cells are probed in the order of a list of candidates; after so many failures the best of them is tried.
; Nothing is drawn while probing. What both colours have in common is not looked for: that made no search shorter.
;
; Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).

most_in_vain:       equ 12

; ---------------------------------------------------------------------------------------------------------------
; Purpose   probe, and say where to walk on
; In        the grid, no line marked, unknown cells; (counting) = 2
; Out       a = status; status_variants: b = row, c = column, (cell_colour) = what to try; else as look_at_lines
; Corrupts  f, de, hl, ix, the alternate registers
; Cost      some twenty lines looked at for each cell probed, and list_candidates
; Used by   walk_variants
probe_cells:
        call list_candidates
        ld hl,candidates+1
        ld (candidate_at),hl
        ld a,(candidate_count)
        ld (candidates_left),a
        xor a
        ld (probe_news),a
probe_afresh:
        ; the grid has changed: all that was found before says nothing now
        xor a
        ld (probes_in_vain),a
        ld h,a
        ld l,a
        ld (best_weight),hl
probe_next:
        ; after so many failures the best cell is tried; so too when the list is at its end
        ld a,(probes_in_vain)
        cp most_in_vain
        jr nc,probe_best
        ld hl,candidates_left
        ld a,(hl)
        or a
        jr z,probe_list_done
        ; the next one of the list
        dec (hl)
        ld hl,(candidate_at)
        ld c,(hl)
        inc hl
        ld b,(hl)
        inc hl
        inc hl
        ld (candidate_at),hl
        ; it may have become known
        call find_cell
        ld a,(hl)
        inc l
        and (hl)
        and d
        jr z,probe_next
        ; in vain, until it turns out otherwise; black first
        ld hl,probes_in_vain
        inc (hl)
        ld (probe_cell),bc
        ld a,not_white
        call probe_one
        ld (probe_left),hl
        ld a,not_black
        call probe_one
        ; de, hl = cells that each colour made known, none more than 255
        call cells_found
        ld b,a
        ld hl,(probe_left)
        call cells_found
        cp b
        jr nc,probe_weigh
        ld c,a
        ld a,b
        ld b,c
probe_weigh:
        ; the smaller number counts, then the greater
        ld c,a
        ld hl,(best_weight)
        or a
        sbc hl,bc
        jp nc,probe_next
        ld (best_weight),bc
        ld hl,(probe_cell)
        ld (best_cell),hl
        jp probe_next
probe_list_done:
        ; candidates may have come into sight
        ld a,(probe_news)
        or a
        jp nz,probe_cells
probe_best:
        ld bc,(best_cell)
        ld a,not_white
        ld (cell_colour),a
        ld a,status_variants
        ret

; Purpose   probe one colour of a cell
; In        a = colour, (probe_cell)
; Out       z: no contradiction, and hl = cells left unknown; the grid as it was
;           Or it does not come back, but jumps to probe_afresh after a contradiction, when the other colour has been
;           put; or returns from probe_cells, if that, too, was contradicted, or the grid has been solved
; Corrupts  af, bc, de, ix, the alternate registers
; Cost      what the lines take, and the way back
; Used by   probe_cells
probe_one:
        ; while a colour is probed nothing is drawn
        ld (probe_colour),a
        ld (cell_colour),a
        ld hl,counting
        inc (hl)
        ld hl,(trail_top)
        push hl
        ld bc,(probe_cell)
        call put_cell
        call look_at_lines
        ; how much it makes known, then back to where it was
        pop de
        ld hl,(unknown_count)
        push hl
        push af
        call take_back
        ld hl,counting
        dec (hl)
        pop af
        pop hl
        ; still open is no contradiction; else solved, contradicted or stopped
        cp status_variants
        ret z
        pop hl
        or a
        jr z,probe_solved
        dec a
        jr nz,probe_stopped
        ; so it has the other colour
        ld a,(probe_colour)
        xor not_white                   ; not_black is 0
        ld (cell_colour),a
        ld bc,(probe_cell)
        call put_cell
        call look_at_lines
        cp status_variants
        ret nz
        ld (probe_news),a
        jp probe_afresh
probe_stopped:
        inc a
        ret
probe_solved:
        ; walk there first; the other colour follows
        ld a,(probe_colour)
        ld (cell_colour),a
        ld bc,(probe_cell)
        ld a,status_variants
        ret

; Purpose   how many cells a probe made known
; In        hl = cells left unknown, (unknown_count)
; Out       a, 255 where there are more
; Corrupts  f, de, hl
; Cost      62 T, or 73 T
; Used by   probe_cells
cells_found:
        ex de,hl
        ld hl,(unknown_count)
        or a
        sbc hl,de
        ld a,h
        or a
        ld a,l
        ret z
        ld a,255
        ret

; Purpose   take cells off the trail, down to one
; In        de = where the trail is to end
; Out       the trail, the grid; no line marked
; Corrupts  af, bc, de, hl
; Cost      about 85 T, and 870 T a cell more than forget_marks
; Used by   probe_one
take_back:
        push de
        call forget_marks
        pop de
take_back_cell:
        ; down to where the trail is to end
        ld hl,(trail_top)
        or a
        sbc hl,de
        ret z
        push de
        call take_last
        pop de
        jr take_back_cell

; ---------------------------------------------------------------------------------------------------------------
; Purpose   list the cells to probe, the most promising first
; In        the grid; (plan_at)
; Out       candidates, candidate_count: up to most_candidates unknown cells with the smallest keys. The key is 12 for
;           each cell between the cell and the nearest edge of the grid (none by plan_lines), and the number of unknown
;           cells in its row and its column; in all 255 at most
; Corrupts  af, bc, de, hl, af'
; Cost      about 670 T a line, 48 T a cell counted, 350 T an unknown cell, 150 T a place moved
; Used by   probe_cells
list_candidates:
        xor a
        ld (candidate_count),a
        ; how many cells are unknown in each line
        ld hl,line_cells
        ld c,left_offset
list_line:
        ld b,record_size/2
        xor a
list_pair:
        ; unknown cells may be both
        ex af,af'
        ld a,(hl)
        inc l
        and (hl)
        inc hl
        ld e,a
        ex af,af'
        jr list_count
list_bit:
        ; the lowest of them is counted and taken off
        inc a
        ld d,a
        ld a,e
        dec a
        and e
        ld e,a
        ld a,d
list_count:
        inc e
        dec e
        jr nz,list_bit
        ; the line's count is complete
        djnz list_pair
        ld b,marks_page
        ld (bc),a
        inc c
        ld a,c
        cp left_offset+line_numbers
        jr nz,list_line
        ; all cells
        ld b,0
list_row:
        ; the key of a cell begins with what its row gives: distance from the edge, unknown cells
        ld a,(height)
        call edge_distance_of_row
        ld (row_edge),a
        ; a row without unknown cells has no candidate
        ld h,marks_page
        ld a,b
        add a,left_offset
        ld l,a
        ld a,(hl)
        ld (row_key),a
        or a
        jr z,list_next_row
        ld a,b
        call record_of_line
        ld c,0
list_byte:
        ; only bytes with unknown cells are looked at bit by bit
        ld a,(hl)
        inc l
        and (hl)
        inc l
        jr z,list_next_byte
        push hl
        push bc
        ld e,a
list_cell:
        ; each unknown cell of the byte
        srl e
        call c,list_one
        inc c
        inc e
        dec e
        jr nz,list_cell
        pop bc
        pop hl
list_next_byte:
        ; the next eight, up to the width
        ld a,c
        add a,8
        ld c,a
        ld a,(width)
        dec a
        cp c
        jr nc,list_byte
list_next_row:
        ; the next row
        inc b
        ld a,(height)
        cp b
        jr nz,list_row
        ret

; Purpose   put a cell into the list of candidates
; In        b = row, c = column; row_key, row_edge, the unknown cells of each column
; Out       candidates, candidate_count
; Corrupts  af, d, hl
; Cost      about 345 T, and 153 T a place moved; a place that another candidate moves back
; Used by   list_candidates
list_one:
        ; the nearer edge, of the row's and the column's
        ld a,(width)
        sub c
        dec a
        cp c
        jr c,list_near_right
        ld a,c
list_near_right:
        ld hl,row_edge
        cp (hl)
        jr c,list_edge
        ld a,(hl)
list_edge:
        ; a plan by lines has no use for the edge: its bits are 0 there
        ld hl,(plan_at)
        and (hl)
        ; 12 times
        add a,a
        add a,a
        ld d,a
        add a,a
        add a,d
        ; and the unknown cells of its column and its row; 255 at most
        ld h,marks_page
        ld d,a
        ld a,c
        add a,first_column+left_offset
        ld l,a
        ld a,d
        add a,(hl)
        jr c,list_far
        ld hl,row_key
        add a,(hl)
        jr nc,list_near
list_far:
        ld a,255
list_near:
        ; the list keeps the smallest keys, in rising order
        ld d,a
        push de
        push bc
        ; where the list ends; the last one goes where it is full
        ld a,(candidate_count)
        cp most_candidates
        jr c,list_grows
        ld hl,candidates+candidate_size*(most_candidates-1)
        ld a,d
        cp (hl)
        jr nc,list_not_wanted
        ld a,most_candidates-1
        jr list_make_room
list_grows:
        ; it grows by one: three bytes each
        ld hl,candidate_count
        inc (hl)
        ld e,a
        add a,a
        add a,e
        ld l,a
        ld h,0
        ld a,e
        push de
        ld de,candidates
        add hl,de
        pop de
; hl = the place that is free, a = how many are before it, d = key: those with a greater key move back
list_make_room:
        or a
        jr z,list_here
        ld e,a
list_compare:
        dec hl
        dec hl
        dec hl
        ld a,d
        cp (hl)
        jr nc,list_behind
        ; three bytes up
        ld a,(hl)
        inc hl
        ld c,(hl)
        inc hl
        ld b,(hl)
        inc hl
        ld (hl),a
        inc hl
        ld (hl),c
        inc hl
        ld (hl),b
        ; back to where it began
        dec hl
        dec hl
        dec hl
        dec hl
        dec hl
        dec e
        jr nz,list_compare
        jr list_here
list_behind:
        ; the candidate before has as small a key: here is the place
        inc hl
        inc hl
        inc hl
list_here:
        ; key, column, row
        pop bc
        ld (hl),d
        inc hl
        ld (hl),c
        inc hl
        ld (hl),b
        pop de
        ret
list_not_wanted:
        pop bc
        pop de
        ret

; Purpose   how far a row is from the nearer edge
; In        a = height, b = row
; Out       a = rows between
; Corrupts  f
; Cost      23 T, or 31 T
; Used by   list_candidates
edge_distance_of_row:
        sub b
        dec a
        cp b
        ret c
        ld a,b
        ret
