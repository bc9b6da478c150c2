package io.azulejo.text.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The members of a JSON object, taken one by one by their names; what is left over is unknown. */
final class JsonMembers {
  private final String path;
  private final Map<String, JsonValue> members;
  private final Set<String> known = new LinkedHashSet<>();

  JsonMembers(String path, Map<String, JsonValue> members) {
    this.path = path;
    this.members = members;
  }

  /** The member of a name, which has to be there. */
  JsonValue required(String name) {
    known.add(name);
    JsonValue value = members.get(name);
    if (value == null) {
      throw new InvalidRequestException(
          "JSON%s: there is no \"%s\", which it has to have"
              .formatted(path.isEmpty() ? "" : " at " + path, name));
    }
    return value;
  }

  /** The member of a name, if there is one. */
  Optional<JsonValue> optional(String name) {
    known.add(name);
    return Optional.ofNullable(members.get(name));
  }

  /** The member of a name, if there is one that is not null. */
  Optional<JsonValue> optionalValue(String name) {
    return optional(name).filter(value -> !value.isNull());
  }

  /** The truth of a name; false if there is none. */
  boolean flag(String name) {
    return optional(name).map(JsonValue::bool).orElse(false);
  }

  /** Checks that no member was left out. */
  void end() {
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      if (!known.contains(member.getKey())) {
        throw member
            .getValue()
            .error("this key is not known: those here are " + String.join(", ", known));
      }
    }
  }
}
