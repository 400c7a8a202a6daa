using System.Net.Sockets;
using Bridge.SocketPool.Diagnostics;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>Sets socket options that improve a connection, but that it works without. Old systems and Wine refuse some of them.</summary>
internal static class OptionalSocketOption
{
    /// <summary>Sets one option. A refusal is logged at the level Debug.</summary>
    /// <param name="logger">Receives the refusal.</param>
    /// <param name="option">The name of the option in the log.</param>
    /// <param name="set">Sets the option.</param>
    /// <returns>False if the system refuses the option.</returns>
    public static bool TrySet(ILogger logger, string option, Action set)
    {
        try
        {
            set();
            return true;
        }
        catch (SocketException exception)
        {
            Log.OptionRefused(logger, option, exception.SocketErrorCode);
            return false;
        }
    }
}
