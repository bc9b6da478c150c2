package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;

/**
 * Where a fragment is and how its files are read.
 *
 * @param name its name
 * @param folder its folder
 * @param footerFile the file that its footer is from
 * @param files reads its metadata
 * @param missing decides what it means that a file of it is gone
 * @param metadataSize the bytes of the file of its metadata; {@link #UNKNOWN} where nobody looked
 * @param metadata these bytes, where the file is small and was read with the footer; else null
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

  /** A fragment whose metadata file nobody has looked at yet. */
  public FragmentSource(
      FragmentName name,
      Location folder,
      Location footerFile,
      StructureFiles files,
      MissingFiles missing) {
    this(name, folder, footerFile, files, missing, UNKNOWN, null);
  }

  /** Whether the size of the metadata file is known. */
  boolean knowsSize() {
    return metadataSize != UNKNOWN;
  }

  /** The file of its metadata. */
  Location metadataFile() {
    return folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** The same files read in another way. */
  FragmentSource withFiles(StructureFiles others) {
    return new FragmentSource(name, folder, footerFile, others, missing, metadataSize, metadata);
  }
}
