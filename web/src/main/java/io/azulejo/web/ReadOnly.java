package io.azulejo.web;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.util.List;

/** A store that rejects writes and deletions. */
abstract class ReadOnly implements Storage {
  /**
   * Returns advice on how to change the files instead. It completes the sentence of an error
   * message.
   */
  abstract String advice();

  @Override
  public abstract StorageTraits traits();

  @Override
  public abstract InputFile open(Location file);

  @Override
  public abstract List<Entry> list(Location folder);

  private InvalidRequestException refusal(String act, Location location) {
    return new InvalidRequestException(
        "cannot %s %s: this store is read-only; %s".formatted(act, location, advice()),
        location.toString());
  }

  @Override
  public final OutputFile create(Location file) {
    throw refusal("create", file);
  }

  @Override
  public final void createExclusive(Location file, byte[] content) {
    throw refusal("create", file);
  }

  @Override
  public final void delete(Location file) {
    throw refusal("delete", file);
  }

  @Override
  public final void deleteFolder(Location folder) {
    throw refusal("delete", folder);
  }
}
