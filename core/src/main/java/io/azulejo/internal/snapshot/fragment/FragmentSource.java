package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.storage.Location;

/**
 * Where a fragment is and how its files are read.
 *
 * @param name its name
 * @param folder its folder
 * @param footerFile the file that its footer is from
 * @param files reads its metadata
 * @param missing decides what it means that a file of it is gone
 */
public record FragmentSource(
    FragmentName name,
    Location folder,
    Location footerFile,
    StructureFiles files,
    MissingFiles missing) {
  /** The file of its metadata. */
  Location metadataFile() {
    return folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** The same files read in another way. */
  FragmentSource withFiles(StructureFiles others) {
    return new FragmentSource(name, folder, footerFile, others, missing);
  }
}
