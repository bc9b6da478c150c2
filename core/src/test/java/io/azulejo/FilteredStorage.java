package io.azulejo;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;

/** A store that passes everything on to another one, for tests that change some of it. */
class FilteredStorage implements Storage {
  private final Storage storage;

  FilteredStorage(Storage storage) {
    this.storage = storage;
  }

  @Override
  public InputFile open(Location file) {
    return storage.open(file);
  }

  @Override
  public OutputFile create(Location file) {
    return storage.create(file);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    storage.createExclusive(file, content);
  }

  @Override
  public List<Entry> list(Location folder) {
    return storage.list(folder);
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    return storage.find(fileOrFolder);
  }

  @Override
  public void delete(Location file) {
    storage.delete(file);
  }

  @Override
  public void deleteFolder(Location folder) {
    storage.deleteFolder(folder);
  }
}
