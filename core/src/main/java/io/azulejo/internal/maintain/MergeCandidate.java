package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * The properties of a fragment that decide whether it is merged. The fragment either exists, or
 * would be created by an earlier merge in the same plan.
 *
 * @param name the fragment name, or a description of a planned fragment
 * @param t1 the first timestamp (milliseconds since 1970)
 * @param t2 the last timestamp (milliseconds since 1970)
 * @param order the known start of the fragment name, which orders fragments with the same first
 *     timestamp
 * @param planned whether the fragment does not exist yet, so that the end of its name is unknown
 * @param bytes the total size of the data files (bytes)
 * @param domain the bounding box of the cells; empty if unknown
 */
record MergeCandidate(
    String name,
    long t1,
    long t2,
    String order,
    boolean planned,
    long bytes,
    Optional<NDRange> domain) {

  /**
   * Returns the candidate for an existing fragment.
   *
   * @param boundsKnown whether the fragment's non-empty domain is exact
   */
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

  /** Returns a candidate for the fragment that a merge of other candidates would create. */
  static MergeCandidate merged(String name, List<MergeCandidate> parts, Optional<NDRange> domain) {
    long t1 = parts.get(0).t1;
    long t2 = parts.stream().mapToLong(MergeCandidate::t2).max().orElseThrow();
    long bytes = parts.stream().mapToLong(MergeCandidate::bytes).sum();
    String order = "__%s_%s_".formatted(Long.toUnsignedString(t1), Long.toUnsignedString(t2));
    return new MergeCandidate(name, t1, t2, order, true, bytes, domain);
  }

  /** Returns the total size of a fragment's data files (bytes). */
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

  /** Returns whether this fragment sorts before another one; empty if that is not known yet. */
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

  /** Returns whether the time ranges of two fragments overlap. */
  boolean sharesTimes(MergeCandidate other) {
    return Long.compareUnsigned(t1, other.t2) <= 0 && Long.compareUnsigned(other.t1, t2) <= 0;
  }
}
