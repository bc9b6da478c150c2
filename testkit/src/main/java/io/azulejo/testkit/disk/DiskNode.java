package io.azulejo.testkit.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A file or a folder of a {@link Disk}: as processes see it, and what of that is known to be on the
 * disk.
 */
final class DiskNode {
  /**
   * A change of names that is done or not: of one name, or of two where something is renamed.
   *
   * <p>It is durable once a folder in which it changed a name was made durable.
   */
  static final class Act {
    private boolean durable;
  }

  /** What an act makes of a name in a folder; a node of null removes it. */
  private record Change(Act act, String name, DiskNode node, boolean dropped) {}

  /** What lies in this folder; null for a file. */
  final Map<String, DiskNode> names;

  /** When it was made, in milliseconds since 1970. */
  final long made = System.currentTimeMillis();

  private final Map<String, DiskNode> durableNames = new TreeMap<>();
  private List<Change> pending = new ArrayList<>();

  private byte[] bytes = new byte[0];
  private int size;

  /** The bytes that are on the disk. */
  private byte[] durable = new byte[0];

  /** Where the bytes begin and end that a failed attempt to make them durable has dropped. */
  private int droppedFrom = Integer.MAX_VALUE;

  private int droppedTo;

  private DiskNode(Map<String, DiskNode> names) {
    this.names = names;
  }

  static DiskNode file() {
    return new DiskNode(null);
  }

  static DiskNode folder() {
    return new DiskNode(new TreeMap<>());
  }

  boolean isFolder() {
    return names != null;
  }

  int size() {
    return size;
  }

  void append(byte[] source, int length) {
    if (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
    }
    System.arraycopy(source, 0, bytes, size, length);
    size += length;
  }

  byte[] content() {
    return Arrays.copyOf(bytes, size);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Gives a name in this folder to something else, or with null to nothing. */
  void change(Act act, String name, DiskNode node) {
    if (node == null) {
      names.remove(name);
    } else {
      names.put(name, node);
    }
    pending.add(new Change(act, name, node, false));
  }

  /** Makes all durable that this itself holds, but for what was dropped once. */
  void sync() {
    durable = content();
    if (droppedFrom < droppedTo) {
      Arrays.fill(durable, droppedFrom, droppedTo, (byte) 0);
    }
    List<Change> left = new ArrayList<>();
    for (Change change : pending) {
      if (change.dropped) {
        left.add(change);
        continue;
      }
      change.act.durable = true;
      left.removeIf(earlier -> earlier.name.equals(change.name));
      apply(change, durableNames);
    }
    pending = left;
  }

  /**
   * What a system may do where the disk fails: it takes for written what was not, and does not try
   * again.
   */
  void drop() {
    if (size > durable.length) {
      droppedFrom = Math.min(droppedFrom, durable.length);
      droppedTo = size;
    }
    pending.replaceAll(change -> new Change(change.act, change.name, change.node, true));
  }

  private static void apply(Change change, Map<String, DiskNode> names) {
    if (change.node == null) {
      names.remove(change.name);
    } else {
      names.put(change.name, change.node);
    }
  }

  /** The acts in this folder of which it is not known whether they are on the disk. */
  List<Act> pendingActs() {
    return pending.stream().map(Change::act).filter(act -> !act.durable).toList();
  }

  /** The names that are there after a loss of power, where some of the acts were done. */
  Map<String, DiskNode> after(Predicate<Act> done) {
    Map<String, DiskNode> after = new TreeMap<>(durableNames);
    for (Change change : pending) {
      if (change.act.durable || done.test(change.act)) {
        apply(change, after);
      }
    }
    return after;
  }

  /** The bytes that are there after a loss of power. */
  byte[] after(PowerLoss.Bytes fate) {
    int half = durable.length + (size - durable.length) / 2;
    return switch (fate) {
      case EMPTY -> durable.clone();
      case TORN -> grown(half);
      case ZEROED -> Arrays.copyOf(grown(half), size);
      case WHOLE -> content();
    };
  }

  /** What is on the disk, with bytes after it up to there. */
  private byte[] grown(int end) {
    byte[] grown = Arrays.copyOf(durable, end);
    System.arraycopy(bytes, durable.length, grown, durable.length, end - durable.length);
    return grown;
  }
}
