package io.azulejo.internal.read.dense;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Finds the fragments of a dense read that may contain cells of a region, without testing all
 * fragments. It is a binary tree of the fragments' bounding boxes. Immutable and thread-safe.
 */
final class SourceTree {
  /** Maximum number of fragments to test one by one, which is faster than a tree. */
  private static final int FEW = 8;

  private final List<DenseSource> sources;

  /** Root of the tree, or null if there are few fragments. */
  private final Node root;

  /** Tests whether a region may contain a cell within a box of keys, both bounds inclusive. */
  interface Place {
    boolean touches(long[] low, long[] high);
  }

  /**
   * A box around one or more fragments.
   *
   * @param newest the age of the newest fragment in the box; newer fragments have greater ages
   * @param source the fragment of a leaf; null for an inner node
   * @param left a child; null for a leaf
   * @param right the other child; null for a leaf
   */
  private record Node(
      long[] low, long[] high, int newest, DenseSource source, Node left, Node right) {}

  /**
   * Creates a tree.
   *
   * @param sources the fragments, the oldest first
   */
  SourceTree(List<DenseSource> sources) {
    this.sources = sources;
    if (sources.size() <= FEW) {
      root = null;
      return;
    }
    Node[] leaves = new Node[sources.size()];
    for (int age = 0; age < leaves.length; age++) {
      DenseSource source = sources.get(age);
      leaves[age] = new Node(source.low(), source.high(), age, source, null, null);
    }
    root = node(leaves, 0, leaves.length);
  }

  /**
   * Builds a tree of leaves. Divides the leaves in the dimension in which their centers are
   * farthest apart.
   */
  private static Node node(Node[] leaves, int from, int end) {
    if (end - from == 1) {
      return leaves[from];
    }
    long[] low = leaves[from].low.clone();
    long[] high = leaves[from].high.clone();
    double[] smallest = new double[low.length];
    double[] largest = new double[low.length];
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    for (int i = from; i < end; i++) {
      for (int d = 0; d < low.length; d++) {
        low[d] = Math.min(low[d], leaves[i].low[d]);
        high[d] = Math.max(high[d], leaves[i].high[d]);
        smallest[d] = Math.min(smallest[d], center(leaves[i], d));
        largest[d] = Math.max(largest[d], center(leaves[i], d));
      }
    }
    int widest = 0;
    for (int d = 1; d < low.length; d++) {
      widest = largest[d] - smallest[d] > largest[widest] - smallest[widest] ? d : widest;
    }
    int dimension = widest;
    Arrays.sort(leaves, from, end, Comparator.comparingDouble(leaf -> center(leaf, dimension)));
    int middle = (from + end) >>> 1;
    Node left = node(leaves, from, middle);
    Node right = node(leaves, middle, end);
    return new Node(low, high, Math.max(left.newest, right.newest), null, left, right);
  }

  private static double center(Node leaf, int dimension) {
    return (double) leaf.low[dimension] + leaf.high[dimension];
  }

  /** Starts a search for the fragments that may contain a cell of a region, the newest first. */
  Search newestFirst(Place place) {
    return new Search(place);
  }

  /** A search that returns one fragment at a time. */
  final class Search {
    private final Place place;
    private final PriorityQueue<Node> nodes;
    private int age = sources.size();

    private Search(Place place) {
      this.place = place;
      this.nodes =
          root == null ? null : new PriorityQueue<>(Comparator.comparingInt(node -> -node.newest));
      if (root != null) {
        offer(root);
      }
    }

    /** Returns the next fragment, or null if there is none. */
    DenseSource next() {
      if (nodes == null) {
        while (--age >= 0) {
          DenseSource source = sources.get(age);
          if (place.touches(source.low(), source.high())) {
            return source;
          }
        }
        return null;
      }
      for (Node node = nodes.poll(); node != null; node = nodes.poll()) {
        if (node.source != null) {
          return node.source;
        }
        offer(node.left);
        offer(node.right);
      }
      return null;
    }

    private void offer(Node node) {
      if (place.touches(node.low, node.high)) {
        nodes.add(node);
      }
    }
  }

  /** Returns whether a test holds for any fragment that may contain a cell of a region. */
  boolean any(Place place, Predicate<DenseSource> test) {
    Search search = newestFirst(place);
    for (DenseSource source = search.next(); source != null; source = search.next()) {
      if (test.test(source)) {
        return true;
      }
    }
    return false;
  }
}
