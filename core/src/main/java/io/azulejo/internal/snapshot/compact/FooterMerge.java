package io.azulejo.internal.snapshot.compact;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ConsolidatedFooterFormat;
import io.azulejo.internal.format.ConsolidatedFooters;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.EqualMetadata;
import io.azulejo.internal.snapshot.FooterFiles;
import io.azulejo.internal.snapshot.ListedFiles;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Consolidates the footers of all visible fragments into a single file. The file is optional. It
 * saves one read per fragment when the array is opened.
 */
public final class FooterMerge {
  private final WritableArray array;
  private final List<Fragment> fragments;

  private FooterMerge(WritableArray array, List<Fragment> fragments) {
    this.array = array;
    this.fragments = fragments;
  }

  /**
   * Plans the consolidation of an array's footers. The plan is empty if there are fewer than two
   * footers, or if the current file already contains the footers of exactly these fragments.
   *
   * @throws CorruptDataException if a fragment cannot be read, or if a consolidated footer differs
   *     from the footer in the fragment's own file
   */
  public static FileMerge of(
      Storage storage, Location location, Optional<EncryptionKey> key, Tasks tasks) {
    WritableArray array = WritableArray.open(storage, location, key);
    return ListingRetry.attempt(location, () -> plan(array, tasks));
  }

  private static FileMerge plan(WritableArray array, Tasks tasks) {
    Storage storage = array.storage();
    Location location = array.location();
    List<FileMerge.Skipped> skipped = new ArrayList<>();
    List<Fragment> fragments = new ArrayList<>();
    Snapshot snapshot = Snapshot.open(storage, location, TimeRange.ALL, array.key(), tasks);
    ArrayDirectory directory = snapshot.history().directory();
    Optional<ListedFiles> listed = ListedFiles.of(storage, location);
    Set<Location> equal =
        new EqualMetadata(storage, tasks)
            .among(snapshot.fragments().stream().map(Fragment::folder).toList(), directory, listed);
    for (Fragment fragment : snapshot.fragments()) {
      if (equal.contains(fragment.folder())) {
        skipped.add(
            new FileMerge.Skipped(
                fragment.name().text(),
                "another fragment has the same metadata file; one of the two may be a misplaced copy"));
      } else if (fragment.version().hasFooter()) {
        fragments.add(fragment);
      } else {
        skipped.add(
            new FileMerge.Skipped(
                fragment.name().text(),
                "fragments of version %s have no footers".formatted(fragment.version())));
      }
    }
    Set<String> names =
        fragments.stream().map(fragment -> fragment.name().text()).collect(Collectors.toSet());
    String reason =
        fragments.size() < 2
            ? "fewer than two footers exist"
            : isThere(array, directory, names) ? "the footers are in one file already" : null;
    if (reason != null) {
      names.stream().sorted().forEach(name -> skipped.add(new FileMerge.Skipped(name, reason)));
      return FileMerge.none(reason, skipped);
    }
    FooterMerge merge = new FooterMerge(array, List.copyOf(fragments));
    List<Slice> footers =
        merge.footers(
            new WholeFragments(array, directory, snapshot.history().schemas(), listed, tasks));
    return new FileMerge(
        fragments.stream().map(fragment -> fragment.name().text()).toList(),
        footers.stream().mapToLong(Slice::length).sum(),
        "every open of the array reads their footers from separate files",
        skipped,
        () -> merge.write(footers));
  }

  private static boolean isThere(WritableArray array, ArrayDirectory directory, Set<String> names) {
    return FooterFiles.latest(directory).stream()
        .anyMatch(file -> FooterFiles.read(file, array.files()).keySet().equals(names));
  }

  /**
   * Returns the encoded footers from the fragments' own files.
   *
   * @throws CorruptDataException if a fragment cannot be read, or if its footer differs from the
   *     footer in the snapshot
   */
  private List<Slice> footers(WholeFragments checks) {
    List<FragmentFooter> own = checks.ownFooters(fragments);
    List<Slice> footers = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      Fragment fragment = fragments.get(i);
      Slice footer = encode(own.get(i), fragment);
      if (!footer.equals(encode(fragment.footer(), fragment))) {
        throw CorruptDataException.of(
                ConsolidatedFooterFormat.STRUCTURE,
                "footers",
                -1,
                "the footer of %s differs from the footer in its own file: one of the two was damaged"
                    .formatted(fragment.name()))
            .at(fragment.tables().footerFile().toString());
      }
      footers.add(footer);
    }
    return footers;
  }

  private static Slice encode(FragmentFooter footer, Fragment fragment) {
    return FragmentFooterFormat.encode(footer, fragment.schema().schema());
  }

  private FileMerge.Output write(List<Slice> footers) {
    FormatVersion version = array.writeVersion();
    FragmentName name =
        FragmentName.create(
            fragments.get(0).name().t1(),
            fragments.stream()
                .map(fragment -> fragment.name().t2())
                .max(Comparator.naturalOrder())
                .orElseThrow(),
            version);
    byte[] bytes =
        GenericTile.bytes(
            ConsolidatedFooterFormat.STRUCTURE,
            version,
            ConsolidatedFooterFormat.encode(
                ConsolidatedFooters.of(names(version), footers), version),
            array.key());
    Location file = array.location().resolve(ArrayPaths.consolidatedMetadata(name));
    Commit.publish(array.storage(), file, bytes);
    return new FileMerge.Output(file.name(), bytes.length);
  }

  private List<String> names(FormatVersion version) {
    return fragments.stream()
        .map(
            fragment ->
                version.hasRelativeFooters()
                    ? fragment.name().text()
                    : StructureFiles.uri(fragment.folder()))
        .toList();
  }
}
