//! Materials that need no declaration.

use clastic::materials::Carried;

use crate::curve::Quantity;

/// A material that needs no declaration.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The law.
    pub law: &'static str,
    /// Mass per undeformed volume, in kg/m³.
    pub density: f64,
    /// The law's parameters, viscosities and heat, in SI units; temperatures in °C.
    pub numbers: &'static [(&'static str, f64)],
    /// Those that depend on a scalar, with the scalar's values and the numbers there.
    pub curves: &'static [(&'static str, Carried, &'static [[f64; 2]])],
    /// Where the numbers come from.
    pub source: &'static str,
}

impl Preset {
    /// The number of that name, if the preset has one.
    pub fn quantity(&self, name: &str) -> Option<Quantity> {
        let constant = self.numbers.iter().find(|number| number.0 == name);
        let curve = self.curves.iter().find(|curve| curve.0 == name);
        match (constant, curve) {
            (Some((_, value)), _) => Some(Quantity::Constant(*value)),
            (None, Some((_, by, points))) => Some(Quantity::Curve(*by, points.to_vec())),
            (None, None) => None,
        }
    }

    /// Its numbers and curves by name.
    pub fn quantities(&self) -> impl Iterator<Item = (&'static str, Quantity)> {
        let names = self.numbers.iter().map(|number| number.0).chain(self.curves.iter().map(|curve| curve.0));
        names.filter_map(|name| self.quantity(name).map(|quantity| (name, quantity)))
    }
}

/// The presets, from what bounces to what flows.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "jelly",
        about: "a soft dessert jelly that wobbles",
        law: "fixed-corotated",
        density: 1000.0,
        numbers: &[("young_modulus", 6e4), ("poisson_ratio", 0.35)],
        curves: &[],
        source: "stiff end of measured gelatin gels (1e4 to 1e5 Pa); Poisson's ratio lowered from 0.5 for longer steps",
    },
    Preset {
        name: "rubber",
        about: "soft rubber that stretches far",
        law: "neo-hookean",
        density: 1100.0,
        numbers: &[("young_modulus", 1e6), ("poisson_ratio", 0.45)],
        curves: &[],
        source: "soft natural rubber, about 1 MPa; Poisson's ratio lowered from 0.4999 for longer steps",
    },
    Preset {
        name: "sand",
        about: "dry, loose sand",
        law: "drucker-prager",
        density: 1600.0,
        numbers: &[("young_modulus", 3.537e5), ("poisson_ratio", 0.3), ("friction_angle", 33.0)],
        curves: &[],
        source: "stiffness as public codes quote Klár et al., \"Drucker-Prager elastoplasticity for sand animation\" (2016), \
                 some 500 times softer than real sand; friction and bulk density typical",
    },
    Preset {
        name: "wet-sand",
        about: "damp sand that holds a shape",
        law: "drucker-prager",
        density: 1900.0,
        numbers: &[
            ("young_modulus", 3.537e5),
            ("poisson_ratio", 0.3),
            ("friction_angle", 33.0),
            ("cohesion", 1000.0),
        ],
        curves: &[],
        source: "as `sand`, as soft; an apparent cohesion of 0.5 to 2 kPa is typical of damp sand",
    },
    Preset {
        name: "snow",
        about: "snow that packs",
        law: "snow",
        density: 400.0,
        numbers: &[
            ("young_modulus", 1.4e5),
            ("poisson_ratio", 0.2),
            ("critical_compression", 0.025),
            ("critical_stretch", 0.0075),
            ("hardening", 10.0),
        ],
        curves: &[],
        source: "Stomakhin et al., \"A material point method for snow simulation\" (2013), table 2",
    },
    Preset {
        name: "powder-snow",
        about: "fresh, light snow that crumbles early",
        law: "snow",
        density: 150.0,
        numbers: &[
            ("young_modulus", 1.4e5),
            ("poisson_ratio", 0.2),
            ("critical_compression", 0.019),
            ("critical_stretch", 0.005),
            ("hardening", 10.0),
        ],
        curves: &[],
        source: "powdery end of the range of Stomakhin et al. (2013); density typical of fresh snow, 50 to 200 kg/m³",
    },
    Preset {
        name: "clay",
        about: "dry clay that breaks into chunks",
        law: "nacc",
        density: 2000.0,
        numbers: &[
            ("young_modulus", 2.2e5),
            ("poisson_ratio", 0.3),
            ("friction_angle", 89.9),
            ("cohesion_ratio", 0.999),
            ("hardening", 1.0),
            ("initial_alpha", -0.116534),
        ],
        curves: &[],
        source: "\"Revisiting integration in the material point method\" (2021), table 2, figure 11, with its 90° just below; \
                 softer than real clay",
    },
    Preset {
        name: "wet-clay",
        about: "sticky clay that stretches before it tears",
        law: "nacc",
        density: 2000.0,
        numbers: &[
            ("young_modulus", 6.54e5),
            ("poisson_ratio", 0.4),
            ("friction_angle", 45.0),
            ("cohesion_ratio", 2.0),
            ("hardening", 1.0),
            ("initial_alpha", -0.223144),
        ],
        curves: &[],
        source: "\"Revisiting integration in the material point method\" (2021), table 2, figure 12; softer than real clay",
    },
    Preset {
        name: "mud",
        about: "mud that flows like a thick soup and comes to rest in heaps",
        law: "herschel-bulkley",
        density: 1660.0,
        numbers: &[
            ("young_modulus", 1e5),
            ("poisson_ratio", 0.45),
            ("yield_stress", 100.0),
            ("consistency", 10.0),
            ("flow_index", 1.0),
        ],
        curves: &[],
        source: "40 % of solids by volume, order of O'Brien and Julien, \"Laboratory analysis of mudflow properties\" (1988); \
                 elasticity softened",
    },
    Preset {
        name: "putty",
        about: "silly putty: bounces when it is thrown, flows when it is left",
        law: "herschel-bulkley",
        density: 1140.0,
        numbers: &[
            ("young_modulus", 2.9e5),
            ("poisson_ratio", 0.45),
            ("yield_stress", 0.0),
            ("consistency", 1e4),
            ("flow_index", 1.0),
        ],
        curves: &[],
        source: "typical: a shear modulus of 1e5 Pa that relaxes in 0.1 s",
    },
    Preset {
        name: "toothpaste",
        about: "toothpaste that keeps its thread",
        law: "herschel-bulkley",
        density: 1300.0,
        numbers: &[
            ("young_modulus", 1e5),
            ("poisson_ratio", 0.45),
            ("yield_stress", 200.0),
            ("consistency", 120.0),
            ("flow_index", 0.4),
        ],
        curves: &[],
        source: "typical yield stress of 150 to 200 Pa and thinning; elasticity softened",
    },
    Preset {
        name: "ketchup",
        about: "ketchup that slumps when it is shaken",
        law: "herschel-bulkley",
        density: 1140.0,
        numbers: &[
            ("young_modulus", 5e4),
            ("poisson_ratio", 0.45),
            ("yield_stress", 25.0),
            ("consistency", 15.0),
            ("flow_index", 0.35),
        ],
        curves: &[],
        source: "typical of food handbooks: yield stress of 20 to 30 Pa, index of 0.3 to 0.4; elasticity softened",
    },
    Preset {
        name: "shaving-cream",
        about: "a light foam that stays where it is put",
        law: "herschel-bulkley",
        density: 77.7,
        numbers: &[
            ("young_modulus", 869.0),
            ("poisson_ratio", 0.4987),
            ("yield_stress", 18.4),
            ("consistency", 17.8),
            ("flow_index", 0.22),
        ],
        curves: &[],
        source: "Yue et al., \"Continuum foam\" (2015), as public codes quote it, in terms of shear stress and rate",
    },
    Preset {
        name: "frozen-yogurt",
        about: "soft-serve yogurt that folds and slowly settles",
        law: "von-mises",
        density: 650.0,
        numbers: &[
            ("young_modulus", 2.9e4),
            ("poisson_ratio", 0.45),
            ("yield_stress", 900.0),
            ("hardening", -1000.0),
            ("least_yield_stress", 300.0),
            ("flow_rate", 200.0),
        ],
        curves: &[],
        source: "chosen by eye; \"The affine particle-in-cell method\" gives no numbers for its yogurt",
    },
    Preset {
        name: "honey",
        about: "honey at room temperature",
        law: "liquid",
        density: 1420.0,
        numbers: &[("bulk_modulus", 1e6), ("gamma", 7.0), ("viscosity", 10.0)],
        curves: &[],
        source: "typical: 2 to 20 Pa s with 16 to 18 % of water; far more compressible than the real one",
    },
    Preset {
        name: "water",
        about: "water, more compressible than the real one",
        law: "liquid",
        density: 1000.0,
        numbers: &[("bulk_modulus", 1e6), ("gamma", 7.0)],
        curves: &[],
        source: "weakly compressible: sound at 32 m/s, ten times faster than flows of up to 3 m/s",
    },
    Preset {
        name: "copper",
        about: "copper as hard as in impact tests, in its real stiffness",
        law: "von-mises",
        density: 8930.0,
        numbers: &[
            ("young_modulus", 117e9),
            ("poisson_ratio", 0.35),
            ("yield_stress", 400e6),
            ("hardening", 100e6),
        ],
        curves: &[],
        source: "the usual numbers for Taylor's impact test, after Wilkins and Guinan, \"Impact of cylinders on a rigid \
                 boundary\" (1973)",
    },
    Preset {
        name: "steel",
        about: "mild steel in its real stiffness",
        law: "von-mises",
        density: 7850.0,
        numbers: &[
            ("young_modulus", 200e9),
            ("poisson_ratio", 0.3),
            ("yield_stress", 250e6),
            ("hardening", 1e9),
        ],
        curves: &[],
        source: "typical of structural steel (A36)",
    },
    Preset {
        name: "lava",
        about: "basaltic lava, runny at 1200 °C and a crust below 1000 °C",
        law: "herschel-bulkley",
        density: 2700.0,
        numbers: &[
            ("young_modulus", 1e6),
            ("poisson_ratio", 0.45),
            ("flow_index", 1.0),
            ("heat_capacity", 1150.0),
            ("conductivity", 1.5),
            ("latent_heat", 3.5e5),
            ("melting_temperature", 995.0),
        ],
        curves: &[
            (
                "yield_stress",
                Carried::Temperature,
                &[
                    [900.0, 1e4],
                    [1000.0, 1445.0],
                    [1050.0, 626.0],
                    [1100.0, 210.0],
                    [1165.0, 12.0],
                    [1200.0, 0.0],
                ],
            ),
            (
                "consistency",
                Carried::Temperature,
                &[
                    [900.0, 2e4],
                    [1000.0, 2054.0],
                    [1050.0, 578.0],
                    [1100.0, 192.0],
                    [1150.0, 73.0],
                    [1200.0, 31.0],
                ],
            ),
        ],
        source: "Kīlauea 1974: viscosity log₁₀η = −4.7 + 5429.7/(T − 595.5 K) and latent heat as in the public code PyFLOWGO; \
                 yield stress 6500 φ^2.85 Pa of a share φ of crystals that grows to 0.6 at 1000 °C; heat capacity, \
                 conductivity and density typical; elasticity softened, and all below 1000 °C too",
    },
    Preset {
        name: "ice",
        about: "ice that melts at 0 °C into water",
        law: "drucker-prager",
        density: 917.0,
        numbers: &[
            ("heat_capacity", 2100.0),
            ("conductivity", 2.2),
            ("latent_heat", 334e3),
            ("melting_temperature", 0.0),
        ],
        curves: &[
            ("young_modulus", Carried::Melt, &[[0.0, 2e6], [1.0, 6e4]]),
            ("poisson_ratio", Carried::Melt, &[[0.0, 0.33], [1.0, 0.495]]),
            ("friction_angle", Carried::Melt, &[[0.0, 30.0], [1.0, 0.5]]),
            ("cohesion", Carried::Melt, &[[0.0, 2e4], [1.0, 0.0]]),
        ],
        source: "heat typical of handbooks, that of ice for the water too; density of ice; stiffness and strength softened, \
                 from 9 GPa and about 1 MPa",
    },
];
