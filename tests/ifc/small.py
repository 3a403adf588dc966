"""Small IFC files written by hand, in the manner of other programs."""

from itertools import count

HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('small','2024-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('{schema}'));
ENDSEC;
DATA;
"""
TAIL = "ENDSEC;\nEND-ISO-10303-21;\n"
METRE = "#2=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
FOOT = """#2=IFCCONVERSIONBASEDUNIT(#90,.LENGTHUNIT.,'FOOT',#91);
#90=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#91=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#92);
#92=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
"""


def guid(number: int) -> str:
    """Returns the GlobalId of a number."""
    return f"0{number:021d}"


def file(*lines: str, schema: str = "IFC4", unit: str = METRE, storey: bool = True) -> str:
    """Returns a file with a project, a storey at 3 units (#20, placement #21), and lines."""
    start = unit + f"""#1=IFCPROJECT('{guid(1)}',$,'Small',$,$,$,$,(#4),#3);
#3=IFCUNITASSIGNMENT((#2));
#4=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#5,$);
#5=IFCAXIS2PLACEMENT3D(#6,$,$);
#6=IFCCARTESIANPOINT((0.,0.,0.));
#7=IFCDIRECTION((0.,0.,1.));
#8=IFCCARTESIANPOINT((0.,0.,3.));
#9=IFCAXIS2PLACEMENT3D(#8,$,$);
"""
    if storey:
        start += (f"#20=IFCBUILDINGSTOREY('{guid(20)}',$,'First',$,$,#21,$,$,.ELEMENT.,3.);\n"
                  "#21=IFCLOCALPLACEMENT($,#9);\n")
    return HEAD.format(schema=schema) + start + "".join(f"{line}\n" for line in lines) + TAIL


def box(start: int, width: float, depth: float, height: float, x: float = 0,
        y: float = 0, z: float = 0) -> list[str]:
    """Returns a product's shape (#start) and placement (#start+1): an extruded rectangle."""
    n = [start + step for step, _ in zip(range(12), count(), strict=False)]
    return [
        f"#{n[0]}=IFCPRODUCTDEFINITIONSHAPE($,$,(#{n[2]}));",
        f"#{n[1]}=IFCLOCALPLACEMENT(#21,#{n[3]});",
        f"#{n[2]}=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',(#{n[4]}));",
        f"#{n[3]}=IFCAXIS2PLACEMENT3D(#{n[5]},$,$);",
        f"#{n[4]}=IFCEXTRUDEDAREASOLID(#{n[6]},#5,#7,{height:.6f});",
        f"#{n[5]}=IFCCARTESIANPOINT(({x:.6f},{y:.6f},{z:.6f}));",
        f"#{n[6]}=IFCRECTANGLEPROFILEDEF(.AREA.,$,#{n[7]},{width:.6f},{depth:.6f});",
        f"#{n[7]}=IFCAXIS2PLACEMENT2D(#{n[8]},$);",
        f"#{n[8]}=IFCCARTESIANPOINT((0.,0.));"]
