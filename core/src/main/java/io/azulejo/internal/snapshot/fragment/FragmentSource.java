package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;

/**
 * The location of a fragment and the means to read its files.
 *
 * @param footerFile the file that its footer was read from
 * @param files reads its metadata
 * @param missing explains a missing file
 * @param metadataSize the size of its metadata file in bytes, or {@link #UNKNOWN}
 * @param metadata the bytes of a small metadata file that was read with the footer, or null
 */
public record FragmentSource(
    FragmentName name,
    Location folder,
    Location footerFile,
    StructureFiles files,
    MissingFiles missing,
    long metadataSize,
    Slice metadata) {
  private static final long UNKNOWN = -1;

  /** Creates a source with a metadata file of unknown size. */
  public FragmentSource(
      FragmentName name,
      Location folder,
      Location footerFile,
      StructureFiles files,
      MissingFiles missing) {
    this(name, folder, footerFile, files, missing, UNKNOWN, null);
  }

  /** Returns whether the size of the metadata file is known. */
  boolean knowsSize() {
    return metadataSize != UNKNOWN;
  }

  /** Returns its metadata file. */
  Location metadataFile() {
    return folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** Returns the same source with another reader. */
  FragmentSource withFiles(StructureFiles others) {
    return new FragmentSource(name, folder, footerFile, others, missing, metadataSize, metadata);
  }
}
