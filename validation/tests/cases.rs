//! Every case must hold.

macro_rules! cases {
    ($($name:ident $id:literal),+ $(,)?) => {
        $(#[test] fn $name() { validation::check($id); })+

        #[test]
        fn every_case_has_a_test() {
            let tested = [$($id),+];
            for case in validation::cases::all() {
                assert!(tested.contains(&case.id), "{} has no test", case.id);
            }
        }
    };
}

cases! {
    a1_parting_pair "A1",
    a2_sand_on_lines "A2",
    a10_fountain "A10",
    a17_cost "A17",
    a3_hourglass "A3",
    a4_fibres "A4",
    ablation_of_sflip "ablation",
    a5_fracture "A5",
    a6_tearing "A6",
    a7_squares "A7",
    a8_water_on_a_square "A8",
    a9_box_drop "A9",
    a11_pressed_brush "A11",
    a12_wheel "A12",
    a14_sheets "A14",
    a15_head_of_hair "A15",
    a16_stirred_sand "A16",
    e1_colliding_pair "E1",
    e2_cases_of_beta "E2",
    e3_aspic "E3",
    e5_beside_a_wall "E5",
    e4_yield_surfaces "E4",
    e6_properties "E6",
    block_on_an_incline "incline",
    conveyor "conveyor",
    spinning_plate "spinning-plate",
    thin_box "thin-box",
    thin_cup "cup",
    impulses "impulse",
    b1_rotating_disk "B1",
    b2_rebound "B2",
    b3_skew_impact "B3",
    b4_two_rings "B4",
    b5_two_spheres "B5",
    b6_tori "B6",
    b7_ringing "B7",
    b8_round_trip "B8",
    b9_lambda_family "B9",
    midpoint_rule "midpoint",
    stiff_block "stiff",
    grid_alone "grid-alone",
    c2_spinning_disk "C2",
    c2b_heavy_rim "C2b",
    c3_oscillating_circle "C3",
    c5_sand_on_torus "C5",
    c6_sand_on_a_slide "C6",
    c10_collision "C10",
    c11_yogurt_on_cloth "C11",
    c12_cube "C12",
    order_of_accuracy "order",
    length_of_a_step "step",
    momentum "momentum",
    angular_momentum "angular",
    angular_drift "angular-drift",
    every_law "laws",
    affine_fields "affine",
    dissipation "dissipation",
    free_fall "fall",
    rest_on_the_floor "rest",
    liquid_column "column",
    sand_columns "sand-runout",
    sand_element "sand-triaxial",
    sand_on_a_slope "sand-incline",
    cantilever "cantilever",
    cantilever_of_elements "cantilever-fe",
    taylor_bar "taylor-bar",
    couette_flow "couette",
    poiseuille_flow "poiseuille",
    shear_wave "shear-wave",
    yield_fluids "bingham",
    visco_elastic_layer "viscoelastic",
    heat_in_a_bar "heated-bar",
    melting_front "stefan",
    energy_in_a_box "energy-box",
    impact_at_30_m_per_s "impact-30",
    c9_lava "C9",
}
