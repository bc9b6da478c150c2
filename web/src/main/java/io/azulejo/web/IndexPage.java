package io.azulejo.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's index page of a folder. Immutable.
 *
 * <p>It is parsed from JSON as written by nginx ({@code autoindex_format json}) and Caddy, or from
 * HTML as written by nginx, Apache, lighttpd, Python and the JDK. Only links to names directly in
 * the folder count; other content is ignored.
 */
final class IndexPage {
  private static final Pattern TITLE =
      Pattern.compile("<(title|h1)[^>]{0,200}>\\s{0,100}(index of|directory listing)");
  private static final Pattern LINK =
      Pattern.compile(
          "<a\\s[^>]{0,1000}?href\\s{0,9}=\\s{0,9}(?:\"([^\"]{0,4000})\"|'([^']{0,4000})')",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ENTITY =
      Pattern.compile("&(amp|lt|gt|quot|apos|#\\d{1,7}|#[xX][0-9a-fA-F]{1,6});");

  private static final JsonFactory JSON = new JsonFactory();

  private final TreeMap<String, Item> items;

  /**
   * A file or folder on the page.
   *
   * @param name the decoded name, without a slash
   * @param folder whether the item is a folder
   * @param size the size in bytes; 0 for folders, negative if the page does not state it exactly
   */
  record Item(String name, boolean folder, long size) {}

  private IndexPage(TreeMap<String, Item> items) {
    this.items = items;
  }

  /** Parses a page. Returns an empty result if it is not an index page. */
  static Optional<IndexPage> of(HttpHeaders headers, byte[] bytes) {
    String type = headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (type.startsWith("application/json")) {
      return json(text);
    }
    return type.startsWith("text/html") ? html(text) : Optional.empty();
  }

  Collection<Item> items() {
    return items.values();
  }

  Optional<Item> find(String name) {
    return Optional.ofNullable(items.get(name));
  }

  private static Optional<IndexPage> json(String text) {
    TreeMap<String, Item> items = new TreeMap<>();
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_ARRAY) {
        return Optional.empty();
      }
      while (json.nextToken() == JsonToken.START_OBJECT) {
        item(values(json)).ifPresent(item -> items.put(item.name, item));
      }
      boolean whole = json.currentToken() == JsonToken.END_ARRAY && json.nextToken() == null;
      return whole ? Optional.of(new IndexPage(items)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the scalar fields of a JSON object as text. */
  private static Map<String, String> values(JsonParser json) throws IOException {
    Map<String, String> values = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      if (json.nextToken().isScalarValue()) {
        values.put(name, json.getText());
      }
      json.skipChildren();
    }
    return values;
  }

  private static Optional<Item> item(Map<String, String> values) {
    String name = values.getOrDefault("name", "");
    boolean folder =
        name.endsWith("/")
            || "directory".equals(values.get("type"))
            || "true".equals(values.get("is_dir"));
    String plain = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    return isName(plain)
        ? Optional.of(new Item(plain, folder, folder ? 0 : size(values.getOrDefault("size", ""))))
        : Optional.empty();
  }

  private static long size(String text) {
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
  }

  private static Optional<IndexPage> html(String text) {
    if (!TITLE.matcher(text.toLowerCase(Locale.ROOT)).find()) {
      return Optional.empty();
    }
    TreeMap<String, Item> items = new TreeMap<>();
    Matcher links = LINK.matcher(text);
    while (links.find()) {
      String link = withoutEntities(links.group(1) != null ? links.group(1) : links.group(2));
      item(link).ifPresent(item -> items.put(item.name, item));
    }
    return Optional.of(new IndexPage(items));
  }

  /** Returns the target of a link, or an empty result if it is not directly in the folder. */
  private static Optional<Item> item(String link) {
    String path = link.startsWith("./") ? link.substring(2) : link;
    boolean folder = path.endsWith("/");
    String encoded = folder ? path.substring(0, path.length() - 1) : path;
    // A colon before any slash may follow a scheme. Servers write "./" or "%3A" if it belongs to a
    // name.
    boolean scheme = encoded.indexOf(':') >= 0 && !link.startsWith("./");
    if (scheme
        || encoded.indexOf('/') >= 0
        || encoded.indexOf('?') >= 0
        || encoded.indexOf('#') >= 0) {
      return Optional.empty();
    }
    return decoded(encoded)
        .filter(IndexPage::isName)
        .map(name -> new Item(name, folder, folder ? 0 : -1));
  }

  private static boolean isName(String name) {
    return FlatTree.isPath(name) && name.indexOf('/') < 0;
  }

  private static String withoutEntities(String text) {
    return ENTITY
        .matcher(text)
        .replaceAll(
            found -> {
              String entity = found.group(1);
              String plain =
                  switch (entity) {
                    case "amp" -> "&";
                    case "lt" -> "<";
                    case "gt" -> ">";
                    case "quot" -> "\"";
                    case "apos" -> "'";
                    default -> character(entity);
                  };
              return Matcher.quoteReplacement(plain);
            });
  }

  private static String character(String entity) {
    boolean hexadecimal = entity.charAt(1) == 'x' || entity.charAt(1) == 'X';
    int code =
        Integer.parseInt(entity, hexadecimal ? 2 : 1, entity.length(), hexadecimal ? 16 : 10);
    return Character.isValidCodePoint(code) ? Character.toString(code) : "\0";
  }

  /** Decodes percent escapes. Returns an empty result if the bytes are not valid UTF-8. */
  private static Optional<String> decoded(String name) {
    byte[] raw = name.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[raw.length];
    int size = 0;
    for (int i = 0; i < raw.length; i++) {
      int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(raw[i + 2], 16);
      if (low >= 0) {
        bytes[size++] = (byte) (high << 4 | low);
        i += 2;
      } else {
        bytes[size++] = raw[i];
      }
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, size)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
