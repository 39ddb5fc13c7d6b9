"""Reads a GraphML file with networkx and checks that it is consistent: the distances written at its nodes must be those
that networkx finds. Prints how many nodes and edges there are, and how many nodes at each distance."""

import collections
import sys

import networkx

graph = networkx.read_graphml(sys.argv[1], force_multigraph=True)
origins = [node for node, data in graph.nodes(data=True) if data["distance"] == 0]
assert len(origins) == 1, origins
found = networkx.single_source_shortest_path_length(graph.to_undirected(), origins[0])
written = networkx.get_node_attributes(graph, "distance")
assert found == written, "the distances differ"
assert all(data["turn"] and data["back"] for _, _, data in graph.edges(data=True))
counts = collections.Counter(written.values())
print(graph.number_of_nodes(), graph.number_of_edges(), *(counts[it] for it in sorted(counts)))
