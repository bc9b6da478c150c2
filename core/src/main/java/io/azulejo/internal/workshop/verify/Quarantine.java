package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentRemoval;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder next to an array, to which damaged fragments are moved. A move first copies the
 * fragments, then deletes them from the array. If a move is interrupted, each fragment is complete
 * in the array, in the quarantine, or in both.
 */
final class Quarantine {
  private static final String SUFFIX = ".quarantine";

  /** Name of a file that explains the folder. Garbage collection ignores folders with this file. */
  static final String README = "README.txt";

  /** Length of quarantine folder names, which sort by time (characters). */
  private static final int STAMP = 16;

  private final WritableArray array;
  private final Storage storage;
  private final Tasks tasks;
  private final Location folder;

  /** Creates a quarantine in a folder that {@link #place} returned. */
  Quarantine(WritableArray array, Location folder, Tasks tasks) {
    this.array = array;
    this.storage = array.storage();
    this.folder = folder;
    this.tasks = tasks;
  }

  /** Returns the location of a new, unique quarantine folder for an array. Does not create it. */
  static Location place(Location array) {
    Location parent = array.parent();
    Location all =
        parent.equals(array) ? Location.of(array + SUFFIX) : parent.resolve(array.name() + SUFFIX);
    return all.resolve(FragmentName.uuid().substring(0, STAMP));
  }

  /** Returns instructions for users who want to move a fragment back to the array. */
  static String undo(Location array, Location folder, FragmentName name) {
    String move =
        "to restore it, move the folder %s to %s"
            .formatted(folder.resolve(name.text()), array.resolve(ArrayPaths.fragment(name)));
    return ArrayPaths.commit(name)
        .map(commit -> move + ", then create the empty file " + array.resolve(commit))
        .orElse(move);
  }

  /** Moves fragments out of the array in one commit. */
  void moveOut(List<FragmentName> names) {
    storage.createExclusive(folder.resolve(README), LosslessUtf8.encode(text()));
    for (FragmentName name : names) {
      copy(array.location().resolve(ArrayPaths.fragment(name)), folder.resolve(name.text()));
    }
    names.forEach(name -> restoreReplaced(name, names));
    FragmentRemoval.named(array, names.stream().map(FragmentName::text).toList(), tasks);
  }

  /**
   * Makes the inputs of a consolidated fragment visible again, if they still exist. Does nothing if
   * another remaining fragment also replaces them. This step must come first: if it is interrupted,
   * the fragment is still committed and the move can be repeated.
   */
  private void restoreReplaced(FragmentName name, List<FragmentName> names) {
    String vacuum = ArrayPaths.vacuum(name);
    Location file = array.location().resolve(vacuum);
    boolean others =
        ArrayDirectory.list(storage, array.location(), tasks).fragments().stream()
            .map(ArrayDirectory.FragmentFolder::name)
            .anyMatch(n -> n.t1() == name.t1() && n.t2() == name.t2() && !names.contains(n));
    if (storage.find(file).isEmpty() || others) {
      return;
    }
    Location kept = folder.resolve(ArrayPaths.lastComponent(vacuum));
    try (OutputFile copy = storage.create(kept)) {
      storage.copy(file, copy);
      copy.commit();
    }
    storage.delete(file);
  }

  private String text() {
    return "Fragments that were removed from the array "
        + array.location().name()
        + " because they are broken.\n\nTo restore a fragment:\n1. If there is a file NAME.vac here, move it"
        + " to the folder of step 3.\n2. Move the folder of the fragment to __fragments (or to the"
        + " array's own folder if its name ends in a version below 12).\n3. Create the empty file"
        + " __commits/NAME.wrt (or NAME.ok in the array's folder for versions 5 to 11).\n";
  }

  private void copy(Location from, Location to) {
    List<OutputFile> copies = new ArrayList<>();
    try {
      for (String path : FileInventory.of(storage, from, tasks, p -> false).files().keySet()) {
        OutputFile copy = storage.create(to.resolve(path));
        copies.add(copy);
        storage.copy(from.resolve(path), copy);
      }
      storage.commit(copies);
    } finally {
      copies.forEach(OutputFile::close);
    }
  }
}
