package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.text.value.QuotedText;
import java.util.List;
import java.util.Optional;

/**
 * Determines whether {@code write} adds new values to the enumerations of an array. A key in the
 * array's metadata enables this. The command {@code create} sets the key, but other programs do
 * not.
 */
final class GrowingEnumerations {
  private static final String KEY = "azulejo.extend_enumerations";
  private static final MetadataValue ON = MetadataValue.ofString("true");

  private GrowingEnumerations() {}

  /** Returns whether the array's metadata allows {@code write} to add values. */
  static boolean isEnabled(Array array) {
    return ON.equals(array.metadata().get(KEY));
  }

  /** Sets the metadata key of a new array, if it has enumerations that can grow. */
  static void enable(Azulejo azulejo, Location location, ChangeOptions options) {
    if (!names(azulejo.open(location)).isEmpty()) {
      azulejo
          .array(location)
          .metadata()
          .change(MetadataChange.builder().put(KEY, ON).build(), options);
    }
  }

  /**
   * Returns a note that names the enumerations that can grow, or an empty result if there are none.
   */
  static Optional<String> note(Array array) {
    List<String> names = names(array);
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "write adds new values to %s %s (write --no-extend-enumerations rejects them)\n"
                .formatted(
                    names.size() == 1 ? "the enumeration" : "the enumerations",
                    String.join(", ", names.stream().map(QuotedText::ofName).toList())));
  }

  private static List<String> names(Array array) {
    ArraySchema schema = array.schema();
    return schema.attributes().stream()
        .map(Attribute::enumeration)
        .flatMap(Optional::stream)
        .distinct()
        .map(array::enumeration)
        .filter(enumeration -> !enumeration.ordered())
        .map(Enumeration::name)
        .toList();
  }
}
