package io.azulejo.internal.read.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds the fragments that may contain cells of a region, the newest first, without testing all
 * fragments. It is a binary tree of the fragments' bounding boxes. Immutable and thread-safe.
 *
 * @param <F> the type of fragments
 */
public final class BoxTree<F> {
  /** Maximum number of fragments to test one by one, which is faster than a tree. */
  private static final int FEW = 8;

  /** The boxes of the single fragments, the oldest first. */
  private final List<Node<F>> leaves;

  /** Root of the tree, or null if there are few fragments. */
  private final Node<F> root;

  /**
   * A box around one or more fragments.
   *
   * @param newest the age of the newest fragment in the box; newer fragments have greater ages
   * @param fragment the fragment of a leaf; null for an inner node
   * @param left a child; null for a leaf
   * @param right the other child; null for a leaf
   */
  private record Node<F>(
      long[] low, long[] high, int newest, F fragment, Node<F> left, Node<F> right) {
    double center(int dimension) {
      return (double) low[dimension] + high[dimension];
    }
  }

  /**
   * Creates a tree.
   *
   * @param fragments the fragments, the oldest first
   * @param low returns the smallest key of a fragment in each dimension
   * @param high returns the largest key of a fragment in each dimension
   */
  public BoxTree(List<F> fragments, Function<F, long[]> low, Function<F, long[]> high) {
    leaves = new ArrayList<>(fragments.size());
    for (F fragment : fragments) {
      leaves.add(
          new Node<>(
              low.apply(fragment), high.apply(fragment), leaves.size(), fragment, null, null));
    }
    root = leaves.size() <= FEW ? null : node(new ArrayList<>(leaves));
  }

  /**
   * Builds a tree of leaves. Divides the leaves in the dimension in which their centers are
   * farthest apart.
   */
  private static <F> Node<F> node(List<Node<F>> leaves) {
    if (leaves.size() == 1) {
      return leaves.get(0);
    }
    long[] low = leaves.get(0).low.clone();
    long[] high = leaves.get(0).high.clone();
    double[] smallest = new double[low.length];
    double[] largest = new double[low.length];
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    for (Node<F> leaf : leaves) {
      for (int d = 0; d < low.length; d++) {
        low[d] = Math.min(low[d], leaf.low[d]);
        high[d] = Math.max(high[d], leaf.high[d]);
        smallest[d] = Math.min(smallest[d], leaf.center(d));
        largest[d] = Math.max(largest[d], leaf.center(d));
      }
    }
    int widest = 0;
    for (int d = 1; d < low.length; d++) {
      widest = largest[d] - smallest[d] > largest[widest] - smallest[widest] ? d : widest;
    }
    int dimension = widest;
    leaves.sort(Comparator.comparingDouble(leaf -> leaf.center(dimension)));
    int middle = leaves.size() >>> 1;
    Node<F> left = node(leaves.subList(0, middle));
    Node<F> right = node(leaves.subList(middle, leaves.size()));
    return new Node<>(low, high, Math.max(left.newest, right.newest), null, left, right);
  }

  /** Returns the test for a region that is a box of keys, both bounds inclusive. */
  public static BiPredicate<long[], long[]> overlapping(long[] boxLow, long[] boxHigh) {
    return (low, high) -> {
      for (int d = 0; d < low.length; d++) {
        if (low[d] > boxHigh[d] || high[d] < boxLow[d]) {
          return false;
        }
      }
      return true;
    };
  }

  /**
   * Starts a search for the fragments that may contain a cell of a region, the newest first.
   *
   * @param place tests whether the region may contain a cell between a lower and an upper key in
   *     each dimension, both inclusive
   */
  public Search newestFirst(BiPredicate<long[], long[]> place) {
    return new Search(place);
  }

  /** A search that returns one fragment at a time. */
  public final class Search {
    private final BiPredicate<long[], long[]> place;
    private final PriorityQueue<Node<F>> nodes;
    private int age = leaves.size();

    private Search(BiPredicate<long[], long[]> place) {
      this.place = place;
      this.nodes =
          root == null ? null : new PriorityQueue<>(Comparator.comparingInt(node -> -node.newest));
      if (root != null) {
        offer(root);
      }
    }

    /** Returns the next fragment, or null if there is none. */
    public F next() {
      if (nodes == null) {
        while (--age >= 0) {
          Node<F> leaf = leaves.get(age);
          if (place.test(leaf.low, leaf.high)) {
            return leaf.fragment;
          }
        }
        return null;
      }
      for (Node<F> node = nodes.poll(); node != null; node = nodes.poll()) {
        if (node.fragment != null) {
          return node.fragment;
        }
        offer(node.left);
        offer(node.right);
      }
      return null;
    }

    private void offer(Node<F> node) {
      if (place.test(node.low, node.high)) {
        nodes.add(node);
      }
    }
  }

  /**
   * Returns whether a test holds for any fragment that may contain a cell of a region.
   *
   * @param place tests the region; see {@link #newestFirst}
   */
  public boolean any(BiPredicate<long[], long[]> place, Predicate<F> test) {
    Search search = newestFirst(place);
    for (F fragment = search.next(); fragment != null; fragment = search.next()) {
      if (test.test(fragment)) {
        return true;
      }
    }
    return false;
  }
}
