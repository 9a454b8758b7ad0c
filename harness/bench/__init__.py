"""What things cost: `spectrum` in T-states, which are exact, `solver` as ratios to what runs beside."""
