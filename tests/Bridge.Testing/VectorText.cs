using System.Globalization;
using System.Text;

namespace Bridge.Testing;

/// <summary>The escapes of tests/vectors: <c>\n</c>, <c>\\</c>, <c>\xHH</c>, and <c>\e</c> for the empty string.</summary>
internal static class VectorText
{
    public static byte[] Unescape(string text)
    {
        var bytes = new List<byte>();
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\')
            {
                bytes.AddRange(Encoding.UTF8.GetBytes(text, i, 1));
                continue;
            }

            switch (text[++i])
            {
                case 'n':
                    bytes.Add((byte)'\n');
                    break;
                case 'r':
                    bytes.Add((byte)'\r');
                    break;
                case '\\':
                    bytes.Add((byte)'\\');
                    break;
                case 'x':
                    bytes.Add(byte.Parse(text.AsSpan(i + 1, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
                    i += 2;
                    break;
                case 'e':
                    break;
                default:
                    throw new InvalidDataException($"messages.txt has the unknown escape \\{text[i]}.");
            }
        }

        return [.. bytes];
    }
}
