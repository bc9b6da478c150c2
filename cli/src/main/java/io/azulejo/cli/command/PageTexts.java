package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.HistoryEntry;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.cli.output.HistoryText;
import io.azulejo.cli.output.MetadataText;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.error.AzulejoException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.view.CommandTexts;
import java.util.List;

/**
 * Provides the web page of {@code view} with the same texts that the commands {@code tree}, {@code
 * history} and {@code meta} print, and with the same error messages. Thread-safe.
 *
 * @param azulejo the engine, which remains owned by the caller
 * @param options the options for opening groups
 */
record PageTexts(Azulejo azulejo, OpenOptions options) implements CommandTexts {
  @Override
  public List<Child> children(Location location) {
    return new Tree(azulejo, options)
        .children(location).stream()
            .map(node -> new Child(node.name(), node.type(), node.location(), node.note()))
            .toList();
  }

  @Override
  public Event event(HistoryEntry entry, ArraySchema schema) {
    HistoryText text = HistoryText.of(entry, schema);
    return new Event(text.event(), text.details());
  }

  @Override
  public String metadata(MetadataValue value) {
    return MetadataText.of(value);
  }

  @Override
  public String failure(AzulejoException failure) {
    return Failure.message(failure);
  }
}
