package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * What decides whether a fragment is merged with others: one that is there, or one that a merge
 * before this one would make.
 *
 * @param name its name; that of a merge to come says so
 * @param t1 the first of its times
 * @param t2 the last of its times
 * @param order what its name begins with, by which fragments of the same first time are ordered
 * @param planned whether it is still to be made, so that nobody knows how its name ends
 * @param bytes the bytes of its data files
 * @param domain the box around its cells; empty if nobody knows
 */
record MergeCandidate(
    String name,
    long t1,
    long t2,
    String order,
    boolean planned,
    long bytes,
    Optional<NDRange> domain) {

  /** A fragment that is there. */
  static MergeCandidate of(Fragment fragment, boolean boundsKnown) {
    FragmentName name = fragment.name();
    return new MergeCandidate(
        name.text(),
        name.t1(),
        name.t2(),
        name.text(),
        false,
        bytes(fragment),
        boundsKnown ? fragment.nonEmptyDomain() : Optional.empty());
  }

  /** What some fragments would become. */
  static MergeCandidate merged(String name, List<MergeCandidate> parts, Optional<NDRange> domain) {
    long t1 = parts.get(0).t1;
    long t2 = parts.stream().mapToLong(MergeCandidate::t2).max().orElseThrow();
    long bytes = parts.stream().mapToLong(MergeCandidate::bytes).sum();
    String order = "__%s_%s_".formatted(Long.toUnsignedString(t1), Long.toUnsignedString(t2));
    return new MergeCandidate(name, t1, t2, order, true, bytes, domain);
  }

  /** The bytes of a fragment's data files. */
  static long bytes(Fragment fragment) {
    long bytes = 0;
    for (long[] sizes :
        List.of(
            fragment.footer().fileSizes(),
            fragment.footer().varFileSizes(),
            fragment.footer().validityFileSizes())) {
      for (long size : sizes) {
        bytes += size;
      }
    }
    return bytes;
  }

  /** Whether this comes before another one, if that can be told. */
  Optional<Boolean> isBefore(MergeCandidate other) {
    int byTime = Long.compare(t1, other.t1);
    if (byTime != 0) {
      return Optional.of(byTime < 0);
    }
    boolean open =
        (planned && other.order.startsWith(order))
            || (other.planned && order.startsWith(other.order));
    return open ? Optional.empty() : Optional.of(order.compareTo(other.order) < 0);
  }

  /** Whether some time is one of both. */
  boolean sharesTimes(MergeCandidate other) {
    return Long.compareUnsigned(t1, other.t2) <= 0 && Long.compareUnsigned(other.t1, t2) <= 0;
  }
}
