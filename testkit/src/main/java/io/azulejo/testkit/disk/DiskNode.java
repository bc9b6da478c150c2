package io.azulejo.testkit.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A file or folder of a {@link Disk}. Holds the state that processes see and the part of it that is
 * known to be on the disk.
 */
final class DiskNode {
  /**
   * An atomic change of one name, or of both names in a rename. It becomes durable when any folder
   * in which it changed a name is synced.
   */
  static final class Act {
    private boolean durable;
  }

  /**
   * A change of one name in a folder.
   *
   * @param act the atomic change that this is part of
   * @param name the name that is bound or removed
   * @param node the new node of the name, or null to remove the name
   * @param dropped whether a failed sync has dropped the change, so that later syncs skip it
   */
  private record Change(Act act, String name, DiskNode node, boolean dropped) {}

  /** The entries of this folder by name, or null for a file. */
  final Map<String, DiskNode> names;

  /** The creation time in milliseconds since 1970. */
  final long made = System.currentTimeMillis();

  private final Map<String, DiskNode> durableNames = new TreeMap<>();
  private List<Change> pending = new ArrayList<>();

  private byte[] bytes = new byte[0];
  private int size;

  /** The bytes that are known to be on the disk. */
  private byte[] durable = new byte[0];

  /** The start of the byte range that failed syncs have dropped. */
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

  /** Binds a name in this folder to a node, or removes it if the node is null. */
  void change(Act act, String name, DiskNode node) {
    if (node == null) {
      names.remove(name);
    } else {
      names.put(name, node);
    }
    pending.add(new Change(act, name, node, false));
  }

  /** Makes this node's bytes or names durable, except those dropped by a failed sync. */
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
   * Simulates a failed sync: the pending changes count as written although they are not, so later
   * syncs do not retry them.
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

  /** Returns the acts in this folder that a power loss may undo. */
  List<Act> pendingActs() {
    return pending.stream().map(Change::act).filter(act -> !act.durable).toList();
  }

  /**
   * Returns the entries of this folder after a power loss.
   *
   * @param done tells for each act that is not durable whether it reached the disk
   */
  Map<String, DiskNode> after(Predicate<Act> done) {
    Map<String, DiskNode> after = new TreeMap<>(durableNames);
    for (Change change : pending) {
      if (change.act.durable || done.test(change.act)) {
        apply(change, after);
      }
    }
    return after;
  }

  /**
   * Returns the bytes of this file after a power loss. Bytes that are known to be on the disk
   * always survive.
   */
  byte[] after(PowerLoss.Bytes fate) {
    int half = durable.length + (size - durable.length) / 2;
    return switch (fate) {
      case EMPTY -> durable.clone();
      case TORN -> grown(half);
      case ZEROED -> Arrays.copyOf(grown(half), size);
      case WHOLE -> content();
    };
  }

  /**
   * Returns the bytes on the disk, followed by the unsynced bytes up to {@code end} (exclusive).
   */
  private byte[] grown(int end) {
    byte[] grown = Arrays.copyOf(durable, end);
    System.arraycopy(bytes, durable.length, grown, durable.length, end - durable.length);
    return grown;
  }
}
