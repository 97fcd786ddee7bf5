"""Reads the frames that readers.rs writes, with each format's own library, and compares every number.

The numbers follow from a formula that stands here and there, so that nothing is compared with what we have read
ourselves. Usage: check.py FOLDER, which holds one output folder per case: 2-f32, 2-f64, 3-f32, 3-f64, 2-net, 3-net and
empty.
"""

import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np
import vtk
from plyfile import PlyData
from pxr import Usd, UsdGeom
from vtk.util.numpy_support import vtk_to_numpy

FRAMES = range(3)
MATERIALS = ['wet "sand" \\ <&>', "Wasser \U0001f4a7"]
FRAME_RATE = 50.0
SPACING = 0.25
SCALARS = {"j": 2, "temperature": 6}
CONCENTRATION = 7
VECTORS = {"x": 0, "v": 1}
MATRICES = {"c": 3, "f": 4, "stress": 5}
AXES = "xyz"


class Expected:
    """A frame as readers.rs makes it."""

    def __init__(self, dimension, dtype, index):
        self.dimension, self.dtype, self.index = dimension, dtype, index
        self.time = index / FRAME_RATE
        # A particle is lost after the first frame.
        self.n = 40 - min(index, 1)
        rows = np.arange(self.n)
        self.id = (rows * 3 + index).astype(np.uint64)
        self.id[-1] = 5_000_000_000
        self.material = rows % 2

    def column(self, number, components):
        at = np.arange(self.n * components).reshape(self.n, components)
        return (np.sin(at * 0.37 + number * 10.0 + self.index) * 3.0).astype(self.dtype)

    def scalar(self, name):
        return self.column(SCALARS[name], 1)[:, 0]

    def concentration(self):
        """That of one component in 2D, of two in 3D."""
        return self.column(CONCENTRATION, self.dimension - 1)

    def vector(self, name):
        return self.column(VECTORS[name], self.dimension)

    def padded(self, name):
        flat = self.vector(name)
        return np.hstack([flat, np.zeros((self.n, 3 - self.dimension), flat.dtype)])

    def matrix(self, name):
        return self.column(MATRICES[name], self.dimension**2)

    def components(self):
        """Every scalar, vector and matrix component by its name in a table."""
        table = {name: self.scalar(name) for name in SCALARS}
        table |= dict(zip(("concentration", "concentration_2"), self.concentration().T))
        axes = AXES[: self.dimension]
        for name in VECTORS:
            for k, axis in enumerate(axes):
                table[axis if name == "x" else name + axis] = self.vector(name)[:, k]
        for name in MATRICES:
            for k, pair in enumerate(a + b for a in axes for b in axes):
                table[f"{name}_{pair}"] = self.matrix(name)[:, k]
        return table


def same(what, found, expected, dtype=None):
    found, expected = np.asarray(found), np.asarray(expected)
    if dtype is not None:
        assert found.dtype == dtype, f"{what}: {found.dtype} instead of {dtype}"
    assert found.shape == expected.shape, f"{what}: shape {found.shape} instead of {expected.shape}"
    wrong = np.flatnonzero((found != expected).ravel())
    assert wrong.size == 0, f"{what}: {wrong.size} of {found.size} values differ, the first at {wrong[0]}"


def check_npz(path, e):
    with np.load(path, allow_pickle=False) as file:
        for name in SCALARS:
            same(name, file[name], e.scalar(name), e.dtype)
        same("concentration", file["concentration"], np.squeeze(e.concentration()), e.dtype)
        for name in VECTORS:
            same(name, file[name], e.vector(name), e.dtype)
        for name in MATRICES:
            same(name, file[name], e.matrix(name).reshape(e.n, e.dimension, e.dimension), e.dtype)
        same("id", file["id"], e.id, np.uint64)
        same("material", file["material"], e.material, np.uint16)
        same("materials", file["materials"], MATERIALS)
        found = [file[name][()] for name in ("index", "time", "frame_rate", "spacing", "units")]
        assert found == [e.index, e.time, FRAME_RATE, SPACING, "cgs"], found


def check_csv(path, e):
    table = np.genfromtxt(path, delimiter=",", names=True, dtype=np.float64)
    for name, expected in e.components().items():
        same(name, table[name].astype(e.dtype), expected)
    same("id", table["id"], e.id)
    same("material", table["material"], e.material)


def check_ply(path, e):
    file = PlyData.read(path)
    vertex = file["vertex"]
    expected = e.components() | {"z": e.padded("x")[:, 2], "vz": e.padded("v")[:, 2]}
    for name, column in expected.items():
        same(name, vertex[name], column, e.dtype)
    same("id", vertex["id"], e.id)
    same("material", vertex["material"], e.material, np.uint16)
    comments = [f"index {e.index}", f"time {e.time}", "units cgs"]
    # Headers are ASCII.
    escape = lambda name: "".join(a if a.isascii() else f"\\u{{{ord(a):x}}}" for a in name)
    comments += [f"material {k} {escape(name)}" for k, name in enumerate(MATERIALS)]
    assert list(file.comments) == comments, file.comments


def check_vtu(path, e):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    grid = reader.GetOutput()
    assert grid.GetNumberOfCells() == e.n
    same("points", vtk_to_numpy(grid.GetPoints().GetData()), e.padded("x"), e.dtype)
    data = grid.GetPointData()
    array = lambda name: vtk_to_numpy(data.GetArray(name))
    assert data.GetVectors().GetName() == "v"
    same("v", array("v"), e.padded("v"), e.dtype)
    for name in SCALARS:
        same(name, array(name), e.scalar(name), e.dtype)
    same("concentration", array("concentration"), np.squeeze(e.concentration()), e.dtype)
    for name in MATRICES:
        same(name, array(name), e.matrix(name), e.dtype)
    same("id", array("id"), e.id, np.uint64)
    same("material", array("material"), e.material, np.uint16)
    for cell in (0, e.n - 1):
        assert grid.GetCellType(cell) == vtk.VTK_VERTEX
        assert grid.GetCell(cell).GetPointId(0) == cell
    fields = grid.GetFieldData()
    assert fields.GetArray("TimeValue").GetValue(0) == e.time
    assert fields.GetArray("index").GetValue(0) == e.index
    strings = lambda name: [
        fields.GetAbstractArray(name).GetValue(k) for k in range(fields.GetAbstractArray(name).GetNumberOfValues())
    ]
    assert strings("units") == ["cgs"], strings("units")
    assert strings("materials") == MATERIALS, strings("materials")


def check_collection(out, frames):
    sets = xml.parse(out / "frames.pvd").getroot().findall("./Collection/DataSet")
    listed = [(float(s.get("timestep")), s.get("file")) for s in sets]
    assert listed == [(e.time, f"frames/{e.index:04}.vtu") for e in frames], listed
    for _, file in listed:
        assert (out / file).is_file()


def check_points(points, code, e):
    single = lambda values: values.astype(np.float32)
    same("points", points.GetPointsAttr().Get(code), single(e.padded("x")))
    same("velocities", points.GetVelocitiesAttr().Get(code), single(e.padded("v")))
    same("ids", points.GetIdsAttr().Get(code), e.id.astype(np.int64))
    same("widths", points.GetWidthsAttr().Get(code), [SPACING])
    assert points.GetWidthsInterpolation() == UsdGeom.Tokens.constant
    primvars = UsdGeom.PrimvarsAPI(points)
    expected = {k: single(v) for k, v in e.components().items() if k not in ("x", "y", "z", "vx", "vy", "vz")}
    for name, values in (expected | {"material": e.material}).items():
        primvar = primvars.GetPrimvar(name)
        assert primvar.GetInterpolation() == UsdGeom.Tokens.vertex
        same(name, primvar.Get(code), values)
    box = UsdGeom.BBoxCache(code, [UsdGeom.Tokens.default_]).ComputeWorldBound(points.GetPrim()).ComputeAlignedRange()
    x = e.padded("x")
    expected = [x.min(axis=0) - SPACING / 2, x.max(axis=0) + SPACING / 2]
    assert np.allclose([box.GetMin(), box.GetMax()], expected, rtol=1e-6, atol=1e-6), f"extent: {box}"


def check_stage_metadata(stage, first, last):
    assert UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.y
    assert UsdGeom.GetStageMetersPerUnit(stage) == 0.01
    assert stage.GetTimeCodesPerSecond() == FRAME_RATE
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (first, last)
    assert stage.GetDefaultPrim().GetTypeName() == "Points"


def check_usda(path, e):
    stage = Usd.Stage.Open(str(path))
    check_stage_metadata(stage, e.index, e.index)
    data = stage.GetRootLayer().customLayerData
    found = [data["index"], data["time"], data["units"], list(data["materials"])]
    assert found == [e.index, e.time, "cgs", MATERIALS], found
    check_points(UsdGeom.Points(stage.GetDefaultPrim()), e.index, e)


def check_stage(out, frames):
    stage = Usd.Stage.Open(str(out / "frames.usda"))
    check_stage_metadata(stage, frames[0].index, frames[-1].index)
    points = UsdGeom.Points(stage.GetDefaultPrim())
    assert points.GetPointsAttr().ValueMightBeTimeVarying()
    assert points.GetPointsAttr().GetTimeSamples() == [e.index for e in frames]
    for e in frames:
        check_points(points, e.index, e)
    # What usda.rs says of times between frames: held while particles come and go, interpolated otherwise.
    first, second, third = (e.padded("x").astype(np.float32) for e in frames)
    same("held", points.GetPointsAttr().Get(0.5), first)
    assert np.allclose(points.GetPointsAttr().Get(1.5), (second + third) / 2, atol=1e-6)


class Joined(Expected):
    """A frame with cells, by row."""

    def __init__(self, dimension, index):
        super().__init__(dimension, np.float32, index)
        self.lines = [[0, 1, 2, 3, 4], [6, 5]] if index == 0 else [[0, 1], [3, 4], [6, 5]]
        self.triangles = [[5, 6, 7], [6, 8, 7]]
        self.tetrahedra = [[10, 11, 12, 13], [11, 12, 13, 14]]
        # Those of both tetrahedra but for the one that they share.
        self.faces = self.triangles + [[10, 12, 11], [10, 11, 13], [10, 13, 12], [11, 12, 14], [12, 13, 14], [11, 14, 13]]
        self.edges = [[a, b] for line in self.lines for a, b in zip(line, line[1:])]
        self.solid = [5, 6, 7, 8, 10, 11, 12, 13, 14]
        joined = {row for line in self.lines for row in line} | set(self.solid)
        self.loose = [row for row in range(self.n) if row not in joined]


def check_net_npz(path, e):
    check_npz(path, e)
    with np.load(path, allow_pickle=False) as file:
        starts = file["line_starts"]
        lines = [file["lines"][a:b].tolist() for a, b in zip(starts, starts[1:])]
        assert lines == e.lines, lines
        same("triangles", file["triangles"], e.triangles, np.uint32)
        same("tetrahedra", file["tetrahedra"], e.tetrahedra, np.uint32)


def check_net_ply(path, e):
    check_ply(path, e)
    file = PlyData.read(path)
    faces = [list(face) for face in file["face"]["vertex_indices"]]
    assert sorted(faces) == sorted(e.faces), faces
    same("edges", np.column_stack([file["edge"]["vertex1"], file["edge"]["vertex2"]]), e.edges)


def check_net_vtu(path, e):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    grid = reader.GetOutput()
    cells = {}
    for number in range(grid.GetNumberOfCells()):
        points = grid.GetCell(number).GetPointIds()
        rows = [points.GetId(k) for k in range(points.GetNumberOfIds())]
        cells.setdefault(grid.GetCellType(number), []).append(rows)
    expected = {
        vtk.VTK_POLY_LINE: e.lines,
        vtk.VTK_TRIANGLE: e.triangles,
        vtk.VTK_TETRA: e.tetrahedra,
        vtk.VTK_VERTEX: [[row] for row in e.loose],
    }
    assert cells == expected, cells
    same("points", vtk_to_numpy(grid.GetPoints().GetData()), e.padded("x"), e.dtype)
    same("v", vtk_to_numpy(grid.GetPointData().GetArray("v")), e.padded("v"), e.dtype)


def check_net_obj(path, e):
    rows = [line.split() for line in path.read_text().splitlines()]
    number = lambda word: [[int(n) - 1 for n in row[1:]] for row in rows if row[0] == word]
    same("v", np.array([row[1:] for row in rows if row[0] == "v"], dtype=np.float32), e.padded("x"))
    assert number("l") == e.lines and sorted(number("f")) == sorted(e.faces)
    # VTK's reader knows lines and faces.
    reader = vtk.vtkOBJReader()
    reader.SetFileName(str(path))
    reader.Update()
    mesh = reader.GetOutput()
    found = [mesh.GetNumberOfPoints(), mesh.GetNumberOfLines(), mesh.GetNumberOfPolys()]
    assert found == [e.n, len(e.lines), len(e.faces)], found


def check_net_prims(stage, code, e):
    root = stage.GetDefaultPrim()
    assert root.GetTypeName() == "Xform"
    points, lines, surface = (root.GetChild(name) for name in ("points", "lines", "surface"))
    curves, mesh = UsdGeom.BasisCurves(lines), UsdGeom.Mesh(surface)
    along = [row for line in e.lines for row in line]
    for prim, rows in ((points, e.loose), (lines, along), (surface, e.solid)):
        based = UsdGeom.PointBased(prim)
        same("points", based.GetPointsAttr().Get(code), e.padded("x")[rows])
        same("velocities", based.GetVelocitiesAttr().Get(code), e.padded("v")[rows])
        same("ids", prim.GetAttribute("ids").Get(code), e.id[rows].astype(np.int64))
        primvars = UsdGeom.PrimvarsAPI(prim)
        for name, values in (("j", e.scalar("j")), ("material", e.material), ("f_yx", e.components()["f_yx"])):
            same(name, primvars.GetPrimvar(name).Get(code), values[rows])
    assert curves.GetTypeAttr().Get() == "linear" and curves.GetWrapAttr().Get() == "nonperiodic"
    same("widths", curves.GetWidthsAttr().Get(code), [SPACING])
    same("curves", curves.GetCurveVertexCountsAttr().Get(code), [len(line) for line in e.lines])
    assert mesh.GetSubdivisionSchemeAttr().Get() == "none" and mesh.GetDoubleSidedAttr().Get()
    same("faces", mesh.GetFaceVertexCountsAttr().Get(code), [3] * len(e.faces))
    faces = np.array(e.solid)[np.array(mesh.GetFaceVertexIndicesAttr().Get(code))].reshape(-1, 3)
    assert sorted(faces.tolist()) == sorted(e.faces), faces
    box = np.array(mesh.GetExtentAttr().Get(code))
    same("extent", box, [e.padded("x")[e.solid].min(axis=0), e.padded("x")[e.solid].max(axis=0)])


def check_net_usda(path, e):
    check_net_prims(Usd.Stage.Open(str(path)), e.index, e)


def check_net_stage(out, frames):
    stage = Usd.Stage.Open(str(out / "frames.usda"))
    for e in frames:
        check_net_prims(stage, e.index, e)


def check_empty(out):
    """A frame without particles and without optional fields is a frame."""
    frames = out / "frames"
    with np.load(frames / "0000.npz", allow_pickle=False) as file:
        assert file["x"].shape == (0, 3) and file["materials"].shape == (0,)
        assert "temperature" not in file
    assert (frames / "0000.csv").read_text() == "x,y,z,vx,vy,vz,j,material,id\n"
    assert PlyData.read(frames / "0000.ply")["vertex"].count == 0
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(frames / "0000.vtu"))
    reader.Update()
    grid = reader.GetOutput()
    assert (grid.GetNumberOfPoints(), grid.GetNumberOfCells()) == (0, 0)
    assert grid.GetFieldData().GetArray("TimeValue").GetValue(0) == 0.0
    stage = Usd.Stage.Open(str(out / "frames.usda"))
    points = UsdGeom.Points(stage.GetDefaultPrim())
    assert len(points.GetPointsAttr().Get(0)) == 0
    assert not UsdGeom.PrimvarsAPI(points).HasPrimvar("temperature")


CHECKS = {"npz": check_npz, "csv": check_csv, "ply": check_ply, "vtu": check_vtu, "usda": check_usda}
NET_CHECKS = {
    "npz": check_net_npz,
    "csv": check_csv,
    "ply": check_net_ply,
    "vtu": check_net_vtu,
    "obj": check_net_obj,
    "usda": check_net_usda,
}
SEQUENCES = {"frames.pvd": check_collection, "frames.usda": check_stage}


def main(folder):
    failures = 0
    for dimension in (2, 3):
        for name, dtype in (("f32", np.float32), ("f64", np.float64)):
            out = folder / f"{dimension}-{name}"
            frames = [Expected(dimension, dtype, index) for index in FRAMES]
            jobs = [(out / "frames" / f"{e.index:04}.{ext}", check, e) for ext, check in CHECKS.items() for e in frames]
            for path, check, e in jobs:
                failures += attempt(path, lambda: check(path, e))
            for file, check in SEQUENCES.items():
                failures += attempt(out / file, lambda: check(out, frames))
        out = folder / f"{dimension}-net"
        frames = [Joined(dimension, index) for index in FRAMES]
        for path, check, e in [(out / "frames" / f"{e.index:04}.{x}", c, e) for x, c in NET_CHECKS.items() for e in frames]:
            failures += attempt(path, lambda: check(path, e))
        failures += attempt(out / "frames.usda", lambda: check_net_stage(out, frames))
    failures += attempt(folder / "empty", lambda: check_empty(folder / "empty"))
    # NumPy's own archives must be readable by Clastic: readers.rs reads this one back.
    with np.load(folder / "3-f32" / "frames" / "0002.npz") as file:
        np.savez(folder / "numpy.npz", **file)
    with np.load(folder / "3-net" / "frames" / "0000.npz") as file:
        narrow = {"lines": np.int32, "line_starts": np.int32, "triangles": np.int64}
        np.savez(folder / "net.npz", **{name: file[name].astype(narrow.get(name, file[name].dtype)) for name in file})
    return failures


def attempt(path, check):
    try:
        check()
        return 0
    except Exception as error:
        print(f"{path}: {type(error).__name__}: {error}")
        return 1


if __name__ == "__main__":
    sys.exit(1 if main(Path(sys.argv[1])) else 0)
