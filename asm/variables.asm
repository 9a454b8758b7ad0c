; The variables' values: from BASIC into the core's buffers, and back.

; Purpose   the end of VARS, and something is missing: only ErrLine may be, and is made
; In        hl = the end of VARS; b = variables missing; (err_line_at+1) not 0 where ErrLine is none of them
; Out       continues at analyse_variables; else report 2
; Corrupts  af, bc, de, hl
; Cost      what the ROM takes to make room
; Used by   walk_variable
walk_at_end:
        ; one variable missing, and that is ErrLine: make it as BASIC would, behind the others
        ld a,(err_line_at+1)
        or a
        jr nz,walk_missing
        djnz walk_missing
        ; its name and its five bytes, before the end of VARS
        ld bc,name_err_line_size+number_size-1
        call rom_make_room
        inc hl
        ex de,hl
        ld hl,name_err_line
        ld bc,name_err_line_size
        ldir
        ld (err_line_at),de             ; its value comes at the end
        jr analyse_variables
walk_missing:
        rst rom_error
        db report_no_variable

; ---------------------------------------------------------------------------------------------------------------
; Purpose   a BASIC number as a byte
; In        hl = its five bytes
; Out       a = value, 255 for what is none from 0 to 255; hl = behind it
; Corrupts  f, bc, de, bc', de'
; Cost      about 8,400 T; the ROM's calculator
; Used by   walk_unusual_number, read_unusual_groups
read_number:
        ; rounded by the ROM; what does not fit into a byte is 255, which fits into no line
        push hl
        call rom_stack_number
        call rom_fp_to_a
        jr c,read_number_none
        jr z,read_number_done
read_number_none:
        ld a,0xff
read_number_done:
        ; on to what follows the number
        pop hl
        ld bc,number_size-1
        add hl,bc
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   all that comes after the walk
; In        b = 0; (g_at), (h_at): the counts of dimensions; (err_line_at): the value; (line_length), (group_count):
;           the values, 255 for what is no byte
; Out       as line_entry
; Corrupts  af, de, hl, ix, the alternate registers but hl'
; Cost      1,400 to 11,000 T more than line_core, read_number; the most where numbers are floating
; Used by   walk_variable, walk_long_name, walk_at_end
analyse_variables:
        ; is there room for the sets, and the work page free?
        ld hl,(sysvar_free)
        ld de,free_room
        add hl,de
        sbc hl,sp
        jp nc,rom_out_of_memory
        ; the page is free below the stack, or above RAMTOP, where BASIC does not come
        ld a,(sysvar_ramtop+1)
        cp work_page
        jr c,work_page_is_free
        ld hl,0x10000-stack_lowest
        add hl,sp
        jp nc,rom_out_of_memory
work_page_is_free:
        ; a length outside 1 to 62 is an error of the caller's; G$ has to have as many cells
        ld a,(line_length)
        ld c,a
        dec a
        cp max_cells
        jp nc,length_out_of_range
        ld hl,(g_at)
        call check_array
        ld (g_at),hl
        ; BASIC's hl' is kept while the core uses it
        exx
        push hl
        exx
        ; too many groups are no error, but a line that cannot be: a contradiction
        ld a,(group_count)
        ld c,a
        cp max_groups+1
        jp nc,no_line
        ld hl,(h_at)
        call check_array
        ; was it allowed to interrupt? Asked twice: an interrupt in between makes the first answer a no
        ld a,i
        jp pe,read_interruptible
        ld a,i
read_interruptible:
        ; the stack pointer is about to walk through H and G$: nothing may push meanwhile
        push af
        ld (saved_sp),sp
        di
        ld sp,hl

; Groups into the buffer, 91 T each. ix = sum of (group + 1), a = what has to be 0
        ; each group brings its length less 1: so 2 for each to begin with
        ld hl,groups
        ld a,c
        add a,a
        ld ixl,a
        ld ixh,b
        jr z,read_cells
        ld a,c
        exx
        ld b,a
        xor a
read_group:
        exx
        ; five bytes a number, of which only the third is not 0
        pop bc
        pop de
        inc sp
        ld (hl),e
        inc l
        dec de                          ; an empty group shows here
        or b
        or c
        or d
        add ix,de
        exx
        djnz read_group
        exx
        or a
        jp nz,read_unusual_groups

; cells: "0" is 0x30, "1" 0x31, "?" 0x3f: bit 0 tells what may be black, bit 1 what is unknown
read_cells:
        ; bytes of eight cells; G$ is read two cells a pop
        ld a,(line_length)
        dec a
        rrca
        rrca
        rrca
        and 7
        inc a
        ; the stack pointer reads cells; hl' and de' lead to where the sets go
        ld sp,(g_at)
        ld b,"?"
        exx
        ld b,a
        ld hl,cell_rows
        ld de,old_unknown
read_byte:
        ; eight unknown cells, the most frequent case, are seen at once
        exx
        pop hl
        pop de
        ld a,l
        and h
        and e
        and d
        cp b
        jr nz,read_first_half
        ; and the other half
        pop hl
        pop de
        and l
        and h
        and e
        and d
        cp b
        ld a,0xf0
        jr nz,read_half_unknown
        ; all eight may be both: the byte of unknown cells, and both of the pair
        exx
        ld a,0xff
        ld (de),a
        inc e
        ld (hl),a
        inc l
        ld (hl),a
        inc l
        djnz read_byte
        jr read_end
read_half_unknown:
        ; only the first half is unknown: its bits are set in both bytes
        ex af,af'
        ld a,0xf0
        jr read_second_half
read_first_half:
        ; a cell's two bits go into two bytes: a may be black, a' is unknown
        rr l
        rra
        rr h
        rra
        rr e
        rra
        rr d
        rra
        ; the same cells' other bit
        ex af,af'
        rr l
        rra
        rr h
        rra
        rr e
        rra
        rr d
        rra
        ex af,af'
        pop hl
        pop de
read_second_half:
        ; the other four cells
        rr l
        rra
        rr h
        rra
        rr e
        rra
        rr d
        rra
        ; their other bit; then the byte is complete
        ex af,af'
        rr l
        rra
        rr h
        rra
        rr e
        rra
        rr d
        rra
        ; the byte of the unknown cells, then the pair
        exx
        ld (de),a
        inc e
        ld c,a
        ex af,af'
        ld (hl),a
        inc l
        ; white is what may not be black, and what is unknown
        cpl
        or c
        ld (hl),a
        inc l
        djnz read_byte

; the cells after the line are white
read_end:
        ; the bits of the last byte behind the line may not be black, and may be white
        ld a,(line_length)
        dec a
        and 7
        add a,bits_below+1-bits_below/256*256
        ld c,a
        ld b,masks_page
        ld a,(bc)
        ld c,a
        cpl
        ; the pair behind is white altogether
        ld (hl),0
        inc l
        ld (hl),0xff
        dec l
        dec l
        or (hl)
        ld (hl),a
        dec l
        ld a,c
        and (hl)
        ld (hl),a
        ; nor are they unknown, lest they be reported as found
        dec e
        ld a,(de)
        and c
        ld (de),a
        ; the bit of the last cell, for the core
        ld a,c
        srl a
        xor c
        ld h,a
        ld (last_pair),hl
        ; BASIC's stack and interrupts again
        exx
        ld sp,(saved_sp)
        pop af
        jp po,read_stay_quiet
        ei
read_stay_quiet:
        ; cells left over
        ; a clue longer than the line leaves less than none: no arrangement
        ld a,(line_length)
        inc a
        sub ixl
        jr c,no_line
        ld (slack),a
        ; a sum above 255 cannot fit either
        ld a,ixh
        or a
        jr nz,no_line
        call line_core
        jr c,no_line

; Newly known cells into G$, and into the list. 61 T for eight cells, 115 T more where one of them is found; 87 T a
; found one, and 34 T one before it
        ld a,(g_at)
        ld ixl,a
        ld a,(last_pair)
        rra
        inc a
        ld b,a
        ; the answer beside what was unknown before the call
        ld de,cell_rows
        ld hl,old_unknown
        exx
        ld de,changed_list
        exx
write_byte:
        ; unknown before, and known now? Then one of the two sets has changed
        ld a,(de)
        inc e
        ld c,a
        ld a,(de)
        inc e
        and c
        cp (hl)
        jr nz,write_found
        inc l
        djnz write_byte
write_done:
        ; the list starts a page: its end is its length
        exx
        ld a,e
        exx
        ld d,0
write_count:
        ; the value of USR: how many cells were found
        ld (changed_count),a
        ld c,a
        xor a
        ld b,a
        exx
        pop hl
        exx
        ; ErrLine = d
        ld hl,(err_line_at)
        ld (hl),a
        inc hl
        ld (hl),a
        inc hl
        ld (hl),d
        inc hl
        ld (hl),a
        inc hl
        ld (hl),a
        ret

no_line:
        xor a
        ld d,1
        jr write_count

; found cells: b' = which, c' = which of the eight may be black, hl' = the first of them in G$
write_found:
        xor (hl)
        exx
        ld b,a
        exx
        ld a,c
        exx
        ld c,a
        exx
        ; eight characters of G$ for each byte before this one
        ld a,l
        exx
        add a,a
        add a,a
        add a,a
        ld hl,(g_at)
        add a,l
        ld l,a
        jr nc,write_test_cell
        inc h
write_test_cell:
        ; cells before the next one found are passed over
        srl b
        jr nc,write_next_cell
write_cell:
        ; "0" or "1" into G$, and its number into the list
        ld a,"0"/2
        rr c
        rla
        ld (hl),a
        inc hl
        ; the list has places from 1 on: hl is one further already
        ld a,l
        sub ixl
        ld (de),a
        inc e
        inc b
        djnz write_test_cell
        ; no cell of the eight is left: the next byte
        exx
        inc l
        djnz write_byte
        jr write_done
write_next_cell:
        rr c
        inc hl
        srl b
        jr nc,write_next_cell
        jr write_cell

; numbers in full form, negative or too great, or groups of no cell: once more with care
read_unusual_groups:
        ld sp,(saved_sp)
        ld hl,(h_at)
        inc hl
        inc hl
        inc hl
        ld de,groups
        ld ix,0
        ld a,(group_count)
read_unusual_group:
        ; each number through the calculator; sums are as in the quick way
        push af
        push de
        push ix
        call read_number
        pop ix
        pop de
        ld (de),a
        inc e
        ld b,0
        dec a                           ; no cell counts as 256
        ld c,a
        add ix,bc
        inc ix
        inc ix
        pop af
        dec a
        jr nz,read_unusual_group
        jp read_cells
