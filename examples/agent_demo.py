"""How a program drives a building model: an MCP client on standard input and output.

    eikrepo init house --from one-storey-house
    python examples/agent_demo.py house

It does by rote what an agent does by thought: look at the map, read what matters, try a change
dry, send the request that the dry run hands back, validate. Nothing here knows the model's
files or imports eikrepo: everything goes through the protocol.
"""

import os
import sys
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import Implementation

TASK = "make the bedroom 300 mm deeper"


class Agent:
    """A connection to one model, which counts what its answers cost a reader."""

    def __init__(self, client: Client) -> None:
        self.client, self.calls, self.characters = client, 0, 0

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Returns the answer of one tool."""
        answer = await self.client.call_tool(tool, arguments)
        self.calls += 1
        self.characters += sum(len(block.text) for block in answer.content if block.type == "text")
        return answer.structured_content or {}


def say(call: str, *found: str) -> None:
    """Prints a call and what came of it."""
    first, *others = found
    print(f"  {call:<26} {first}")
    for line in others:
        print(f"  {'':<26} {line}")


async def survey(agent: Agent) -> tuple[float, dict[str, list[Any]]]:
    """Reads no more than the task needs: the depth of the partition, the rooms beside it."""
    guide = await agent.call("guide")
    say("guide", f"the conventions, {len(guide['data']['text']):,} characters, read once")
    summary = (await agent.call("summary"))["data"]
    say("summary", f"{summary['model']['name']}: {summary['records']} records, "
        + ", ".join(f"{level['name']} at {level['elevation_mm']:+g} mm"
                    for level in summary["levels"]))
    tree = (await agent.call("tree", path="architecture/Ground floor"))["data"]
    say("tree architecture/…", *(f"{one['name']:<7} {one['count']}  {one['summary']}"
                                 for one in tree["folders"]))
    rooms = await agent.call("read", tier="full", filter={"categories": ["space"]})
    walls = await agent.call("read", tier="full", filter={"elementIds": ["Partition"]})
    partition = walls["data"]["records"][0]["record"]
    outlines = {one["record"]["name"]: one["record"]["boundary"]
                for one in rooms["data"]["records"]}
    say("read spaces", *(f"{one['record']['name']:<8} {one['derived']['area_m2']:5.2f} m²"
                         for one in rooms["data"]["records"]))
    say("read Partition", f"runs {partition['start']} → {partition['end']}")
    return partition["start"][1], outlines


async def refused(agent: Agent) -> None:
    """Asks for what cannot be: the answer says why, and holds the nearest request that can."""
    answer = await agent.call("execute", command="edit_hosted", dryRun=True,
                              args={"id": "Bedroom door", "offset": 3800})
    problem = answer["problems"][0]
    say("execute edit_hosted", f"refused, {problem['code']}", problem["message"],
        f"ready fix: offset {problem['fix']['args']['offset']} mm")


async def change(agent: Agent, line: float, outlines: dict[str, list[Any]]) -> None:
    """Moves the partition with its door, and the rooms with it: one commit or none."""
    def shifted(room: str) -> dict[str, Any]:
        moved = [[x, y + 300 if abs(y - line) < 100 else y] for x, y in outlines[room]]
        return {"command": "update", "args": {"id": room, "set": {"boundary": moved}}}
    commands = [{"command": "move", "args": {"ids": ["Partition"], "by": [0, 300, 0]}},
                shifted("Bedroom"), shifted("Living")]
    dry = await agent.call("execute_batch", commands=commands, dryRun=True)
    say("execute_batch, dry run", *(
        f"{row['name']} " + ("would follow" if row["did"] == "rederived" else
                             f"would be {row['did']}") for row in dry["data"]["affected"]))
    ready = {key: value for key, value in dry["next"][0].items() if key != "op"}
    done = await agent.call("execute_batch", **ready, reason=f"The owner asked: {TASK}")
    say("execute_batch", f"sequence {done['sequence']}, commit {done['commit'][:10]}, only if "
        "nobody changed them meanwhile")


async def work(folder: str) -> int:
    """Does the task on a model folder; returns 0 where the model is valid afterwards."""
    server = StdioServerParameters(command=sys.executable, env=dict(os.environ),
                                   args=["-m", "eikrepo", "mcp", folder])
    me = Implementation(name="demo-agent", version="1.0")
    async with Client(server, client_info=me) as client:
        agent = Agent(client)
        line, outlines = await survey(agent)
        await refused(agent)
        await change(agent, line, outlines)
        answer = await agent.call("validate")
        counts = answer["data"]["counts"]
        say("validate", f"{'valid' if answer['ok'] else 'not valid'}: {counts['errors']} errors, "
            f"{counts['warnings']} warnings")
        print(f"  {agent.calls} calls; all answers together about "
              f"{agent.characters / 2.5 / 1000:.1f} thousand tokens, the guide among them")
    return 0 if answer["ok"] else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python examples/agent_demo.py FOLDER")
    sys.exit(anyio.run(work, sys.argv[1]))
