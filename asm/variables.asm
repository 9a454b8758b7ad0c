; BASIC's variables.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   a BASIC number as a byte
; In        hl = its five bytes
; Out       a = value, no carry; carry where it is negative or above 255
; Corrupts  f, de, hl
read_number:
        ld a,(hl)
        or a
        jr nz,read_float
        inc hl
        ld a,(hl)
        inc hl
        ld e,(hl)
        inc hl
        or (hl)
        ld a,e
        ret z
        scf
        ret

; the full form; the ROM rounds it
read_float:
        push bc
        call rom_stack_number
        call rom_fp_to_a
        pop bc
        ret c
        ret z
        scf
        ret

; Purpose   check that an array has one dimension of at least A elements
; In        a, hl = its count of dimensions
; Out       hl = its first element, unless a report is given
; Corrupts  de, f
check_array:
        ld d,(hl)
        dec d
        jr nz,array_too_small
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        inc d
        dec d
        ret nz
        dec a
        cp e
        inc a
        ret c
        or a
        ret z
array_too_small:
        rst rom_error
        db report_subscript
length_out_of_range:
        rst rom_error
        db report_range

; Purpose   LenLine and G$ into pairs of bytes, and the white cells after them
; Out       line_length, end_mask, end_pair, cell_rows, old_unknown; (g_at) = first cell
; Corrupts  af, bc, de, hl, ix, c', de'
read_cells:
        ld hl,(len_line_at)
        call read_number
        jr c,length_out_of_range
        dec a
        cp max_cells
        jr nc,length_out_of_range
        inc a
        ld hl,(g_at)
        call check_array
        ld (g_at),hl
        ld (line_length),a
        dec a
        rrca
        rrca
        rrca
        and 7
        inc a
        ld ixl,a
        exx
        ld de,old_unknown
        exx
        ld bc,cell_rows
; "0" is 0x30, "1" 0x31, "?" 0x3f: bit 0 tells what may be black, bit 1 what is unknown
read_byte:
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,(hl)
        inc hl
        rra
        rr d
        rra
        rr e
        ld a,d
        ld (bc),a
        inc c
        cpl
        or e
        ld (bc),a
        inc c
        ld a,e
        and d
        exx
        ld (de),a
        inc e
        exx
        dec ixl
        jr nz,read_byte
; the cells after the line are white: d = bit of the last cell, e = the bits up to it
        ld a,(line_length)
        dec a
        cpl
        and 7
        ld l,a
        ld h,masks_page
        ld d,(hl)
        ld h,b
        ld l,c
        ld (hl),0
        inc l
        ld (hl),0xff
        dec l
        dec l
        ld a,d
        add a,a
        dec a
        ld e,a
        cpl
        or (hl)
        ld (hl),a
        dec l
        ld a,(hl)
        and e
        ld (hl),a
        ld h,d
        ld (last_pair),hl
        ld a,e
        exx
        dec e
        ld c,a
        ld a,(de)
        and c
        ld (de),a
        exx
        ret

; Purpose   DataNLine and H() into the buffer of groups
; Out       group_count, groups, slack; carry: no such line
; Corrupts  af, bc, de, hl, af'
read_groups:
        ld hl,(data_n_line_at)
        call read_number
        ret c
        cp max_groups+1
        ccf
        ret c
        ld (group_count),a
        ld hl,(h_at)
        call check_array
        ld b,a
        ld de,groups
        ; cells left over: line_length + 1 less each group and a cell after it
        ld a,(line_length)
        inc a
        inc b
        dec b
        jr z,read_groups_done
        ex af,af'
read_group:
        ld a,(hl)
        inc hl
        or (hl)
        inc hl
        ld c,(hl)
        inc hl
        or (hl)
        jr nz,read_unusual_group
        inc hl
        inc hl
read_group_value:
        ld a,c
        ld (de),a
        inc e
        sub 1
        ret c
        ex af,af'
        scf
        sbc a,c
        ret c
        ex af,af'
        djnz read_group
        ex af,af'
read_groups_done:
        ld (slack),a
        or a
        ret
; not a small whole number in its short form
read_unusual_group:
        dec hl
        dec hl
        dec hl
        push hl
        push de
        ex af,af'
        push af
        call read_number
        ld c,a
        jr c,read_groups_bad
        pop af
        ex af,af'
        pop de
        pop hl
        push de
        ld de,number_size-1
        add hl,de
        pop de
        jr read_group_value
read_groups_bad:
        pop hl
        pop hl
        pop hl
        ret

; Purpose   write newly known cells into G$ and list them
; In        cell_rows, old_unknown, (g_at)
; Out       bc = how many
; Corrupts  af, de, hl, ix
write_cells:
        ld ix,changed_list
        ld hl,cell_rows
        ld de,old_unknown
        ld c,1                          ; number of the first cell of the byte
write_byte:
        ld a,(hl)
        ld b,a
        inc l
        and (hl)
        inc l
        cpl
        ex de,hl
        and (hl)
        ex de,hl
        inc de
        jr nz,write_found
write_next_byte:
        ld a,c
        add a,8
        ld c,a
        ld a,(line_length)
        cp c
        jr nc,write_byte
        ld a,ixl
        ld (changed_list),a
        ld c,a
        ld b,0
        ret
; found cells: b, c = number of its first cell, (hl-2) = which of the cells may be black
write_found:
        push hl
        push de
        push bc
        ld e,b
        ld b,a
        ld h,0
        ld l,c
        dec l
        ld a,e
        ld de,(g_at)
        add hl,de
        ld e,a
        jr write_test_cell
write_next_cell:
        inc hl
        inc c
write_test_cell:
        rrc e
        srl b
        jr nc,write_next_cell
        ld a,e
        rlca
        and 1
        or "0"
        ld (hl),a
        inc ix
        ld (ix+0),c
        ld a,b
        or a
        jr nz,write_next_cell
        pop bc
        pop de
        pop hl
        jr write_next_byte

; Names as BASIC keeps them, on one page, the letters after the first even in number: the first letter carries the kind, the last bit 7.
name_data_n_line:
        db kind_long_name+4,"a","t","a","n","l","i","n","e"+0x80
name_len_line:
        db kind_long_name+12,"e","n","l","i","n","e"+0x80
name_err_line:
        db kind_long_name+5,"r","r","l","i","n","e"+0x80
name_err_line_size: equ $-name_err_line

