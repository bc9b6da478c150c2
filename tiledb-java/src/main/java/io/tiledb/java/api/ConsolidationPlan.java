package io.tiledb.java.api;

import java.math.BigInteger;
import java.util.List;

/**
 * A proposal which fragments to consolidate: nodes of fragments, each to be merged, or to be split
 * if it is a single large fragment. Fragments that overlap are in the same node. Small fragments
 * are joined if their bounding box does not overlap other fragments.
 */
@SuppressWarnings("try") // the signature of close
public class ConsolidationPlan implements AutoCloseable {
  private final List<List<String>> nodes;

  /**
   * Makes a plan for the current fragments of an array.
   *
   * @param fragmentSize the desired size of a fragment in bytes
   */
  public ConsolidationPlan(Context ctx, BigInteger fragmentSize, String arrayURI)
      throws TileDBError {
    this.nodes = plan(ctx, fragmentSize, arrayURI);
  }

  /**
   * Makes a plan for the current fragments of an array.
   *
   * @param fragmentSize the desired size of a fragment in bytes
   */
  public ConsolidationPlan(Context ctx, BigInteger fragmentSize, Array array) throws TileDBError {
    this(ctx, fragmentSize, array.getUri());
  }

  private static List<List<String>> plan(Context ctx, BigInteger size, String uri)
      throws TileDBError {
    Util.checkBigIntegerRange(size);
    long desired = size.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    return Calls.get(
        ctx, () -> PlanNode.plan(new StoredFragments(Stored.handle(ctx, uri, null)), desired));
  }

  private List<String> node(BigInteger index) throws TileDBError {
    if (index.signum() < 0 || index.compareTo(BigInteger.valueOf(nodes.size())) >= 0) {
      throw new TileDBError(
          "the plan has %d nodes, counted from 0; got node %s".formatted(nodes.size(), index));
    }
    return nodes.get(index.intValue());
  }

  /** Returns the number of fragments of a node. */
  public long getNumFragments(BigInteger nodeIndex) throws TileDBError {
    return node(nodeIndex).size();
  }

  /** Returns the name of a fragment of a node, as the native library does. */
  public String getFragmentURI(BigInteger nodeIndex, BigInteger fragmentIndex) throws TileDBError {
    List<String> node = node(nodeIndex);
    if (fragmentIndex.signum() < 0
        || fragmentIndex.compareTo(BigInteger.valueOf(node.size())) >= 0) {
      throw new TileDBError(
          "node %s has %d fragments, counted from 0; got fragment %s"
              .formatted(nodeIndex, node.size(), fragmentIndex));
    }
    return node.get(fragmentIndex.intValue());
  }

  /** Returns the plan as JSON. */
  public String dumpJSONString() throws TileDBError {
    StringBuilder json = new StringBuilder("{\n  \"nodes\": [");
    String separator = "\n";
    for (List<String> node : nodes) {
      json.append(separator).append("    {\n      \"uris\": [");
      String comma = "\n";
      for (String name : node) {
        json.append(comma).append("        {\"uri\": \"").append(name).append("\"}");
        comma = ",\n";
      }
      json.append("\n      ]\n    }");
      separator = ",\n";
    }
    return json.append("\n  ]\n}\n").toString();
  }

  /** Returns the number of nodes. */
  public long getNumNodes() throws TileDBError {
    return nodes.size();
  }

  /** Does nothing: a plan holds no resources. */
  @Override
  public void close() throws Exception {}
}
