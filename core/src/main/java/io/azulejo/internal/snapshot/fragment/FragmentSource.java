package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;

/**
 * The location of a fragment and the means to read its files.
 *
 * @param name the name of the fragment, which contains its timestamps
 * @param folder the fragment's folder
 * @param footerFile the file that the footer was read from
 * @param files the reader of the fragment's metadata
 * @param missing explains files that no longer exist
 * @param metadataSize the size of the fragment's metadata file in bytes, or {@link #UNKNOWN}
 * @param metadata the content of a small metadata file that was read with the footer, or null
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

  /** Creates a source whose metadata file has an unknown size. */
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

  /** Returns the location of the fragment's metadata file. */
  Location metadataFile() {
    return folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** Returns this source with another reader of metadata. */
  FragmentSource withFiles(StructureFiles others) {
    return new FragmentSource(name, folder, footerFile, others, missing, metadataSize, metadata);
  }
}
