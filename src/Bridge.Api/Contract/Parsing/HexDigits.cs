using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Parses bytes written as hexadecimal digits, two each, in either case.</summary>
internal static class HexDigits
{
    /// <summary>Gets the rule for the bytes that a batch writes.</summary>
    public static TextRule Rule { get; } = new() { Pattern = "^([0-9A-Fa-f]{2})+$", Min = 2, Max = 2 * WireLimits.BatchWriteBytes };

    /// <exception cref="RequestException">The text is empty, not such digits, or more than a batch may write.</exception>
    public static byte[] Parse(string digits, string name)
    {
        if (!Rule.HasLength(digits) || digits.Length % 2 == 1 || !digits.All(char.IsAsciiHexDigit))
        {
            throw Parameters.Refuse(name, digits,
                $"1 to {WireLimits.BatchWriteBytes} bytes as hexadecimal digits, two each, without 0x");
        }

        return Convert.FromHexString(digits);
    }
}
