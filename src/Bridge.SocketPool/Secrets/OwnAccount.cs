using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Bridge.SocketPool.Secrets;

/// <summary>The account that this program runs under.</summary>
[SupportedOSPlatform("linux")]
internal static partial class OwnAccount
{
    /// <summary>Returns whether a user id is this account's or root's.</summary>
    public static bool Trusts(uint user) => user == 0 || user == GetUser();

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint GetUser();
}
