"""Two disks of jelly meet off centre: how much energy every transfer scheme keeps.

    python compare_schemes.py [--out DIR] [--cell-size 0.02]

Writes a sheet of pictures, the curves of the energies, and one CSV file per scheme.
"""

import argparse
from pathlib import Path

import numpy as np

import clastic_sim as cs

SCENE = Path(__file__).parents[2] / "scenes" / "two-disks.toml"
SCHEMES = ["pic", "rpic", "apic", "flip-0.95", "asflip"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/compare-schemes"))
    parser.add_argument("--cell-size", type=float, default=0.02, help="in m; larger is faster")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)

    scene = cs.Scene.load(SCENE, {"grid.cell_size": arguments.cell_size})
    result = cs.compare(scene, SCHEMES, progress=True)

    result.sheet(color="speed").save(arguments.out / "sheet.png")
    for column in ("energy", "kinetic", "elastic"):
        result.plot(column).save(arguments.out / f"{column}.png")

    print(f"{'scheme':>10} {'energy kept':>12} {'angular momentum kept':>22}")
    for name, history in result.histories.items():
        energy = history["kinetic"] + history["elastic"]
        kept, turning = energy[-1] / energy[0], history["lz"][-1] / history["lz"][0]
        print(f"{name:>10} {kept:12.1%} {turning:22.1%}")
        numbers = np.column_stack([history["time"], history["kinetic"], history["elastic"], history["lz"]])
        np.savetxt(arguments.out / f"{name}.csv", numbers, delimiter=",", header="time,kinetic,elastic,lz", comments="")
    print(f"pictures in {arguments.out}")


if __name__ == "__main__":
    main()
