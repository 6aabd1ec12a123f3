package org.bora.door.gsi.trust;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;

/**
 * Distinguished names as OpenSSL's X509_NAME_oneline writes them, {@code /DC=org/CN=Alice}: the
 * form of grid-mapfiles, signing policies and VOMS. Bytes outside printable ASCII become {@code
 * \xHH}, as there.
 */
public final class SlashName {

  /** OpenSSL's short names; an attribute without one is written by its dotted number. */
  private static final Map<String, String> SHORT_NAMES =
      Map.ofEntries(
          Map.entry("2.5.4.3", "CN"),
          Map.entry("2.5.4.4", "SN"),
          Map.entry("2.5.4.5", "serialNumber"),
          Map.entry("2.5.4.6", "C"),
          Map.entry("2.5.4.7", "L"),
          Map.entry("2.5.4.8", "ST"),
          Map.entry("2.5.4.9", "street"),
          Map.entry("2.5.4.10", "O"),
          Map.entry("2.5.4.11", "OU"),
          Map.entry("2.5.4.12", "title"),
          Map.entry("2.5.4.13", "description"),
          Map.entry("2.5.4.17", "postalCode"),
          Map.entry("2.5.4.41", "name"),
          Map.entry("2.5.4.42", "GN"),
          Map.entry("2.5.4.43", "initials"),
          Map.entry("2.5.4.44", "generationQualifier"),
          Map.entry("2.5.4.46", "dnQualifier"),
          Map.entry("2.5.4.65", "pseudonym"),
          Map.entry("2.5.4.97", "organizationIdentifier"),
          Map.entry("0.9.2342.19200300.100.1.1", "UID"),
          Map.entry("0.9.2342.19200300.100.1.25", "DC"),
          Map.entry("1.2.840.113549.1.9.1", "emailAddress"),
          Map.entry("1.2.840.113549.1.9.2", "unstructuredName"));

  /**
   * Within one value, what the form with slashes has between two: an attribute, or a byte that is
   * none of ASCII.
   */
  private static final Pattern READS_AS_MORE =
      Pattern.compile(
          "[/+](?:[0-9]+(?:\\.[0-9]+)+|Email|E|USERID|"
              + String.join("|", SHORT_NAMES.values())
              + ")=|\\\\x[0-9A-F]{2}");

  private SlashName() {}

  /**
   * Whether another name has the same form with slashes: {@code CN=a/CN=b} as one value reads as
   * two. Rules, maps and the database know callers by that form alone.
   */
  static boolean isAmbiguous(X500Principal name) {
    for (RDN rdn : X500Name.getInstance(name.getEncoded()).getRDNs()) {
      for (AttributeTypeAndValue attribute : rdn.getTypesAndValues()) {
        String value = new String(octets(attribute.getValue()), StandardCharsets.ISO_8859_1);
        if (READS_AS_MORE.matcher(value).find()) {
          return true;
        }
      }
    }
    return false;
  }

  /** The slash form of a name, in the order of the certificate. */
  public static String of(X500Principal name) {
    var text = new StringBuilder();
    for (RDN rdn : X500Name.getInstance(name.getEncoded()).getRDNs()) {
      char separator = '/';
      for (AttributeTypeAndValue attribute : rdn.getTypesAndValues()) {
        text.append(separator).append(shortName(attribute.getType())).append('=');
        appendValue(text, attribute.getValue());
        separator = '+';
      }
    }
    return text.toString();
  }

  private static String shortName(ASN1ObjectIdentifier type) {
    return SHORT_NAMES.getOrDefault(type.getId(), type.getId());
  }

  private static void appendValue(StringBuilder text, ASN1Encodable value) {
    for (byte octet : octets(value)) {
      if (octet >= ' ' && octet <= '~') {
        text.append((char) octet);
      } else {
        text.append(String.format("\\x%02X", octet));
      }
    }
  }

  private static byte[] octets(ASN1Encodable value) {
    return switch (value) {
      case DERUTF8String utf8 -> utf8.getString().getBytes(StandardCharsets.UTF_8);
      case DERBMPString bmp -> bmp.getString().getBytes(StandardCharsets.UTF_16BE);
      case ASN1String other -> other.getString().getBytes(StandardCharsets.ISO_8859_1);
      default -> value.toString().getBytes(StandardCharsets.UTF_8);
    };
  }
}
